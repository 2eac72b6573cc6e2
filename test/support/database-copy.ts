import { env } from "cloudflare:workers";

/** Copies of the database that a restore can bring back. */

export type Rows = Map<string, Record<string, unknown>[]>;

/** The tables that a restore brings back. Records come last, because they refer to hostnames. */
const TABLES = [
  "sequence",
  "slots",
  "pending",
  "reprojections",
  "installation",
  "key_sweeps",
  "hosts",
  "records",
];

/** Without what the database computes by itself. */
export async function readTables(): Promise<Rows> {
  const read = TABLES.map(async (table) => {
    const { results: columns } = await env.DB.prepare(`PRAGMA table_info(${table})`).all<{ name: string }>();
    const names = columns.map(({ name }) => name).join(", ");
    const { results } = await env.DB.prepare(`SELECT ${names} FROM ${table}`).all();
    return [table, results] as const;
  });
  return new Map(await Promise.all(read));
}

export async function writeTables(rows: Rows): Promise<void> {
  await env.DB.batch([
    ...TABLES.toReversed().map((table) => env.DB.prepare(`DELETE FROM ${table}`)),
    ...[...rows].flatMap(([table, ofTable]) =>
      ofTable.map((row) => {
        const columns = Object.keys(row);
        const marks = columns.map(() => "?").join(", ");
        return env.DB.prepare(`INSERT INTO ${table} (${columns.join(", ")}) VALUES (${marks})`).bind(
          ...Object.values(row),
        );
      }),
    ),
  ]);
}

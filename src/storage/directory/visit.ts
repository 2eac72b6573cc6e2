import type { Hostname } from "../../domain/hostname.ts";

/** Where a hostname belongs. */
interface HostHome {
  /** The binding of the database; undefined for the first. */
  database: string | undefined;
  /** True while it passes to another one. Until it has, nobody can say what visitors get. */
  isPassing: boolean;
}

/** Selects the homes of those hostnames that do not simply belong to the first database, which is `first`. */
export async function selectHomes(first: D1Database, hosts: Hostname[]): Promise<Map<Hostname, HostHome>> {
  const { results } = await first
    .prepare(
      `SELECT e.host, nullif(e.database, 'DB') AS database, e.passes_to IS NOT NULL AS passes
       FROM json_each(?1) c CROSS JOIN hosts_elsewhere e ON e.host = c.value`,
    )
    .bind(JSON.stringify(hosts))
    .all<{ host: Hostname; database: string | null; passes: number }>();
  return new Map(
    results.map(({ host, database, passes }) => [
      host,
      { database: database ?? undefined, isPassing: passes === 1 },
    ]),
  );
}

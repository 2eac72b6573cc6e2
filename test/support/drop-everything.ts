import { env } from "cloudflare:workers";

/** Makes a database as it was before the first migration: tables go in one batch, whatever refers to what. */
export async function dropEverything(db = env.DB): Promise<void> {
  const { results } = await db
    .prepare(
      `SELECT type, name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT GLOB '_cf*'
       AND name NOT GLOB 'record_search_*' AND name NOT GLOB 'sqlite_*' ORDER BY sql NOT LIKE 'CREATE VIRTUAL%'`,
    )
    .all<{ type: string; name: string }>();
  await db.batch([
    db.prepare("PRAGMA defer_foreign_keys = on"),
    ...results.map(({ type, name }) => db.prepare(`DROP ${type} ${name}`)),
  ]);
}

/** The triggers that keep what the rows of all workspaces have together: the search, and how many missed paths there are. */
const KEPT = "name LIKE 'records_search%' OR name IN ('misses_insert', 'misses_delete')";

type Event = "INSERT" | "UPDATE" | "DELETE";

/**
 * Returns statements for a batch in which no trigger of some tables runs, since what triggers would count or change is copied,
 * or deleted, as well. They are dropped, and created again as they were.
 * @param events what the statements do with rows of the tables
 */
export async function withoutTriggers(
  db: D1Database,
  tables: string[],
  events: Event[],
  statements: D1PreparedStatement[],
): Promise<D1PreparedStatement[]> {
  const { results } = await db
    .prepare(
      `SELECT name, sql FROM sqlite_master
       WHERE type = 'trigger' AND tbl_name IN (SELECT value FROM json_each(?1)) AND NOT (${KEPT})`,
    )
    .bind(JSON.stringify(tables))
    .all<{ name: string; sql: string }>();
  const runs = new RegExp(`^CREATE TRIGGER \\S+\\s+(?:\\w+\\s+)?(?:${events.join("|")})\\b`);
  const triggers = results.filter(({ sql }) => runs.test(sql));
  return [
    ...triggers.map(({ name }) => db.prepare(`DROP TRIGGER ${name}`)),
    ...statements,
    ...triggers.map(({ sql }) => db.prepare(sql)),
  ];
}

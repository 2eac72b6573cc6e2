/** Rows that one run of clean-up deletes of each table. */
const ROWS_AT_ONCE = 5_000;

/** Deletes what is left of checks whose time is over, in bounded steps. */
export async function deleteOldChecks(db: D1Database, nowMs: number): Promise<void> {
  const ended = "SELECT id FROM checks WHERE expires_at <= ?1 ORDER BY expires_at LIMIT 20";
  const keys = {
    check_parts: "part, chunk",
    check_rows: "first_line, result, piece",
    check_hosts: "host",
    check_targets: "url",
  };
  await db.batch([
    ...Object.entries(keys).map(([table, key]) =>
      db
        .prepare(
          `DELETE FROM ${table} WHERE (check_id, ${key}) IN (
             SELECT check_id, ${key} FROM ${table} WHERE check_id IN (${ended}) LIMIT ${ROWS_AT_ONCE})`,
        )
        .bind(nowMs),
    ),
    db
      .prepare(
        `DELETE FROM checks WHERE id IN (${ended}) ${Object.keys(keys)
          .map((table) => `AND NOT EXISTS (SELECT 1 FROM ${table} t WHERE t.check_id = checks.id)`)
          .join(" ")}`,
      )
      .bind(nowMs),
  ]);
}

/**
 * Returns the database, which reports its calls: each statement when it is prepared, and less for those that one batch
 * sends together.
 */
export function meterDatabase(
  db: D1Database,
  count: (statements: number, calls: number) => void,
): D1Database {
  const metered: Pick<D1Database, "prepare" | "batch"> = {
    prepare(sql) {
      count(1, 1);
      return db.prepare(sql);
    },
    batch(statements) {
      count(0, 1 - statements.length);
      return db.batch(statements);
    },
  };
  return metered as D1Database;
}

import { proxyOf } from "./proxy-of.ts";

/** Does a call of a database, or something else in its place. @param sql of its first statement */
export type Around = <T>(call: () => Promise<T>, sql: string) => Promise<T>;

/** Returns a database each call of which, a batch or a statement alone, goes through a function. */
export function hookedDatabase(db: D1Database, around: Around): D1Database {
  const originals = new WeakMap<object, { statement: D1PreparedStatement; sql: string }>();
  const wrap = (statement: D1PreparedStatement, sql: string): D1PreparedStatement => {
    const wrapped = proxyOf(statement, {
      bind: (...values: unknown[]) => wrap(statement.bind(...values), sql),
      run: () => around(() => statement.run(), sql),
      all: () => around(() => statement.all(), sql),
      raw: () => around(() => statement.raw(), sql),
      first: (...columns: [string]) => around(() => statement.first(...columns), sql),
    });
    originals.set(wrapped, { statement, sql });
    return wrapped;
  };
  return proxyOf(db, {
    prepare: (sql: string) => wrap(db.prepare(sql), sql),
    batch: (statements: D1PreparedStatement[]) => {
      const known = statements.map((statement) => originals.get(statement));
      return around(
        () => db.batch(known.map((one, index) => one?.statement ?? (statements[index] as never))),
        known.map((one) => one?.sql).join("; "),
      );
    },
  });
}

/** SQL with its parameters, for whoever has a connection: a binding, or a command-line tool. */
export interface PlainStatement {
  sql: string;
  /** Numbered in `sql`: `?1` is the first. */
  parameters: (string | number)[];
}

/** Prepares a plain statement for the binding. */
export function bindPlain(db: D1Database, { sql, parameters }: PlainStatement): D1PreparedStatement {
  return db.prepare(sql).bind(...parameters);
}

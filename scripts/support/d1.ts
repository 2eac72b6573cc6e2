import type { InstallationDatabase } from "./installation-database.ts";

/**
 * Adapts the database of an installation to code that is written for the Worker's binding of D1: `prepare`, `bind`,
 * `first`, `all`, `run` and `batch`, which is one transaction.
 */
export function asD1(db: InstallationDatabase): D1Database {
  const d1 = {
    prepare: (sql: string) => new Statement(db, sql, []),
    batch: (statements: Statement[]) => db.run(statements.map(({ plain }) => plain)),
  };
  return d1 as unknown as D1Database;
}

type Value = string | number | null;

class Statement {
  readonly plain: { sql: string; parameters: Value[] };
  readonly #db: InstallationDatabase;

  constructor(db: InstallationDatabase, sql: string, parameters: Value[]) {
    this.#db = db;
    this.plain = { sql, parameters };
  }

  bind(...parameters: Value[]): Statement {
    return new Statement(this.#db, this.plain.sql, parameters);
  }

  async all() {
    const [result] = await this.#db.run([this.plain]);
    return result;
  }

  run() {
    return this.all();
  }

  async first() {
    return (await this.all())?.results[0] ?? null;
  }
}

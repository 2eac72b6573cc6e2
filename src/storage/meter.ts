/** Returns the database, which reports the number of statements of each call. */
export function meterDatabase(db: D1Database, count: (statements: number) => void): D1Database {
  const metered = {
    prepare: (sql: string) => new MeteredStatement(db.prepare(sql), count),
    batch(statements: MeteredStatement[]) {
      count(statements.length);
      return db.batch(statements.map(({ inner }) => inner));
    },
  };
  return metered as unknown as D1Database;
}

class MeteredStatement {
  readonly inner: D1PreparedStatement;
  private readonly count: (statements: number) => void;

  constructor(inner: D1PreparedStatement, count: (statements: number) => void) {
    this.inner = inner;
    this.count = count;
  }

  bind(...values: unknown[]): MeteredStatement {
    return new MeteredStatement(this.inner.bind(...values), this.count);
  }

  all(): Promise<D1Result> {
    this.count(1);
    return this.inner.all();
  }

  run(): Promise<D1Result> {
    this.count(1);
    return this.inner.run();
  }

  first(column?: string): Promise<unknown> {
    this.count(1);
    return column === undefined ? this.inner.first() : this.inner.first(column);
  }
}

/** Returns the database with a meter: `count` gets the costs of each statement, `onCall` the duration of each call. */
export function meter(
  db: D1Database,
  count: (meta: D1Meta) => void,
  onCall: (milliseconds: number) => void = () => {},
): D1Database {
  const timed = async <T>(call: () => Promise<T>): Promise<T> => {
    const startMs = performance.now();
    try {
      return await call();
    } finally {
      onCall(performance.now() - startMs);
    }
  };
  const counted = <T extends D1Result>(result: T): T => {
    count(result.meta);
    return result;
  };
  const inner = new WeakMap<D1PreparedStatement, D1PreparedStatement>();
  const wrap = (statement: D1PreparedStatement): D1PreparedStatement => {
    const first = async (column?: string) => {
      const row = counted(await timed(() => statement.all())).results[0] ?? null;
      return column === undefined ? row : (row?.[column] ?? null);
    };
    const wrapped = Object.assign(Object.create(statement) as D1PreparedStatement, {
      bind: (...values: unknown[]) => wrap(statement.bind(...values)),
      all: async () => counted(await timed(() => statement.all())),
      run: async () => counted(await timed(() => statement.run())),
      first,
    });
    inner.set(wrapped, statement);
    return wrapped;
  };
  return Object.assign(Object.create(db) as D1Database, {
    prepare: (sql: string) => wrap(db.prepare(sql)),
    batch: async (statements: D1PreparedStatement[]) => {
      const bare = statements.map((statement) => inner.get(statement) ?? statement);
      return (await timed(() => db.batch(bare))).map(counted);
    },
  });
}

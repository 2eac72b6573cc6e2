import { env } from "cloudflare:workers";
import type { Env } from "../../src/env.ts";

/** A database that adds up what its queries cost: the rows that D1 bills. */
export interface MeteredDatabase {
  env: Env;
  /** `most` is what the costliest statement has read. */
  rows: { read: number; written: number; most: number; statements: number };
}

export function meterDatabase(): MeteredDatabase {
  const rows = { read: 0, written: 0, most: 0, statements: 0 };
  const count = <T extends { meta: D1Meta & Record<string, unknown> }>(result: T): T => {
    rows.statements++;
    rows.read += result.meta.rows_read;
    rows.most = Math.max(rows.most, result.meta.rows_read);
    rows.written += result.meta.rows_written;
    return result;
  };
  const wrapStatement = (statement: D1PreparedStatement): D1PreparedStatement =>
    Object.assign(Object.create(statement) as D1PreparedStatement, {
      inner: statement,
      bind: (...values: unknown[]) => wrapStatement(statement.bind(...values)),
      all: async () => count(await statement.all()),
      run: async () => count(await statement.run()),
      first: async () => count(await statement.all()).results[0] ?? null,
    });
  const DB = Object.assign(Object.create(env.DB) as D1Database, {
    prepare: (sql: string) => wrapStatement(env.DB.prepare(sql)),
    batch: async (statements: { inner: D1PreparedStatement }[]) =>
      (await env.DB.batch(statements.map(({ inner }) => inner))).map(count),
  });
  return { env: { ...env, DB }, rows };
}

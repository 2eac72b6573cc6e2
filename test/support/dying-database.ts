import { env } from "cloudflare:workers";
import type { Env } from "../../src/env.ts";
import { proxyOf } from "./proxy-of.ts";

/** A database whose user dies at one of its statements, those inside a batch included. */
export interface DyingDatabase {
  env: Env;
  /** Returns whether the user of the database has died, because it reached the statement. */
  isDead(): boolean;
}

/** Not the text of an assertion that the product knows. */
const FAIL = "INSERT INTO assertion (holds, code) VALUES (0, 'death')";

/**
 * @param turn the number of the statement, from 1 on
 * @param diesAfter the call with that statement is done, and its answer lost; otherwise the call ends in front of
 *   the statement, and a batch is rolled back
 */
export function dyingDatabase(turn: number, diesAfter: boolean, of: Env = env): DyingDatabase {
  const originals = new WeakMap<object, D1PreparedStatement>();
  let [left, isDead] = [turn, false];
  const die = () => {
    isDead = true;
    throw new Error("the invocation died");
  };
  const spend = async <T>(
    statements: number,
    call: () => Promise<T>,
    rolledBack?: () => Promise<unknown>,
  ) => {
    if (isDead) throw new Error("the invocation is dead");
    if (left > statements) {
      left -= statements;
      return call();
    }
    if (diesAfter) await call();
    else await rolledBack?.().catch(() => {});
    return die();
  };
  const wrap = (statement: D1PreparedStatement): D1PreparedStatement => {
    const wrapped = proxyOf(statement, {
      bind: (...values: unknown[]) => wrap(statement.bind(...values)),
      run: () => spend(1, () => statement.run()),
      all: () => spend(1, () => statement.all()),
      first: (...columns: [string]) => spend(1, () => statement.first(...columns)),
    });
    originals.set(wrapped, statement);
    return wrapped;
  };
  const DB = proxyOf(of.DB, {
    prepare: (sql: string) => wrap(of.DB.prepare(sql)),
    batch: (wrapped: D1PreparedStatement[]) => {
      const statements = wrapped.map((statement) => originals.get(statement) ?? statement);
      const begun = () => of.DB.batch([...statements.slice(0, left - 1), of.DB.prepare(FAIL)]);
      return spend(statements.length, () => of.DB.batch(statements), begun);
    },
  });
  return { env: { ...of, DB }, isDead: () => isDead };
}

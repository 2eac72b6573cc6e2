import type { Env } from "../../src/env.ts";
import { proxyOf } from "./proxy-of.ts";

/** The number of operations on the stores after which an invocation dies. */
export interface Lifeline {
  isOver(): boolean;
  /** Does an operation, and dies before it or after it when its turn has come. */
  spend<T>(operation: () => Promise<T>): Promise<T>;
}

/** @param diesAfter its last operation is done, and its answer lost; otherwise it is not done */
export function lifelineOf(operations: number, diesAfter: boolean): Lifeline {
  let left = operations;
  return {
    isOver: () => left <= 0,
    spend: async (operation) => {
      if (left <= 0) throw new Error("the invocation is dead");
      left--;
      if (left > 0) return operation();
      if (diesAfter) await operation();
      throw new Error("the invocation died");
    },
  };
}

/** Bindings of an invocation that dies by its lifeline; null for one that lives. */
export function mortalBindings(env: Env, life: Lifeline | null): Env {
  if (life === null) return env;
  return {
    ...env,
    DB: mortalDatabase(env.DB, life),
    SNAPSHOTS: proxyOf(env.SNAPSHOTS, {
      get: (...parameters: [string]) => life.spend(() => env.SNAPSHOTS.get(...parameters)),
      put: (...parameters: [string, string]) => life.spend(() => env.SNAPSHOTS.put(...parameters)),
    }),
    PROJECTION: proxyOf(env.PROJECTION, {
      send: (...parameters: Parameters<Env["PROJECTION"]["send"]>) =>
        life.spend(() => env.PROJECTION.send(...parameters)),
    }),
  };
}

function mortalDatabase(db: D1Database, life: Lifeline): D1Database {
  const originals = new WeakMap<object, D1PreparedStatement>();
  const wrap = (statement: D1PreparedStatement): D1PreparedStatement => {
    const wrapped = proxyOf(statement, {
      bind: (...values: unknown[]) => wrap(statement.bind(...values)),
      run: () => life.spend(() => statement.run()),
      all: () => life.spend(() => statement.all()),
      first: (...columns: [string]) => life.spend(() => statement.first(...columns)),
    });
    originals.set(wrapped, statement);
    return wrapped;
  };
  return proxyOf(db, {
    prepare: (sql: string) => wrap(db.prepare(sql)),
    batch: (statements: D1PreparedStatement[]) =>
      life.spend(() => db.batch(statements.map((statement) => originals.get(statement) ?? statement))),
  });
}

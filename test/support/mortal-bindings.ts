import type { Env } from "../../src/env.ts";
import { hookedDatabase } from "./hooked-database.ts";
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
    DB: hookedDatabase(env.DB, life.spend),
    ...mortalFurther(env as unknown as Record<string, D1Database>, life),
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

function mortalFurther(databases: Record<string, D1Database>, { spend }: Lifeline): object {
  const names = Object.keys(databases).filter((name) => /^DB_\d\d$/.test(name));
  return Object.fromEntries(
    names.map((name) => [name, hookedDatabase(databases[name] as D1Database, spend)]),
  );
}

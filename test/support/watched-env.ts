import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import type { Env } from "../../src/env.ts";
import { serveVisit } from "../../src/visitor/pipeline.ts";
import { proxyOf } from "./proxy-of.ts";

/** The real bindings, with every operation of a visit counted, and faults on command. */
export interface WatchedEnv {
  env: Env;
  /** Operations since the last reset, by tier; `keys` are those of the store. */
  operations: { store: number; keys: string[]; database: number; limiter: number };
  faults: { store?: Fault; database?: Fault; limiter?: Fault | "refuses" };
  reset(): void;
}

export type Fault = "throws" | "hangs";

/** A visit on bindings of the test's own. */
export function visitOn(bindings: Env, url: string, init?: RequestInit): Response | Promise<Response> {
  return serveVisit(new Request(url, init), bindings, createExecutionContext());
}

export function watchEnv(overrides: Partial<Env> = {}): WatchedEnv {
  const watched: WatchedEnv = {
    env: undefined as unknown as Env,
    operations: { store: 0, keys: [], database: 0, limiter: 0 },
    faults: {},
    reset: () => Object.assign(watched.operations, { store: 0, keys: [], database: 0, limiter: 0 }),
  };
  const SNAPSHOTS = proxyOf(env.SNAPSHOTS, {
    get: (keys: string | string[], options: object) => {
      watched.operations.store++;
      watched.operations.keys.push(...[keys].flat());
      return failing(watched.faults.store, "KV GET failed: 500 Internal Server Error", () =>
        env.SNAPSHOTS.get(keys as string, options as KVNamespaceGetOptions<"text">),
      );
    },
    put: (key: string, value: string, options: object) =>
      failing(watched.faults.store, "KV PUT failed: 429 Too Many Requests", () =>
        env.SNAPSHOTS.put(key, value, options),
      ),
  });
  const DB = proxyOf(env.DB, {
    batch: (statements: D1PreparedStatement[]) => {
      watched.operations.database++;
      return failing(watched.faults.database, "D1_ERROR: Network connection lost.", () =>
        env.DB.batch(statements),
      );
    },
  });
  const MISS_LIMITER = {
    limit: (options: RateLimitOptions) => {
      watched.operations.limiter++;
      const { limiter } = watched.faults;
      if (limiter === "refuses") return Promise.resolve({ success: false });
      return failing(limiter, "rate limiter lost", () => env.MISS_LIMITER.limit(options));
    },
  };
  watched.env = { ...env, SNAPSHOTS, DB, MISS_LIMITER, ...overrides };
  return watched;
}

function failing<T>(fault: Fault | undefined, text: string, work: () => Promise<T>): Promise<T> {
  if (fault === "throws") return Promise.reject(new Error(text));
  return fault === "hangs" ? new Promise<T>(() => {}) : work();
}

import { AsyncLocalStorage } from "node:async_hooks";
import { putPace } from "../../src/storage/projection/projector.ts";
import { LIMITS_HOST } from "./limits-host.ts";
import { proxyOf } from "./proxy-of.ts";

/**
 * The limits that Cloudflare enforces on the paid plan, and workerd alone does not: calls of the database and subrequests
 * of one invocation, parameters of a statement, and the time between two writes of a key of KV, in milliseconds. The
 * writes of several invocations do not count together, because tests bring minutes into one second.
 */
export const LIMITS = { databaseCalls: 1000, subrequests: 1000, parameters: 100, keyMs: 1000 };

interface Budget {
  databaseCalls: number;
  subrequests: number;
  /** When keys of KV were last written, in milliseconds. */
  putMs: Map<string, number>;
}

const budgets = new AsyncLocalStorage<Budget>();
let exceeded: string[] = [];
const limitedEnvs = new WeakMap<object, object>();

/** A Worker each of whose invocations has the limits of the platform. */
export function limitInvocations<Env extends object, Message>(
  worker: ExportedHandler<Env, Message>,
): ExportedHandler<Env, Message> {
  const realFetch = globalThis.fetch;
  globalThis.fetch = (...parameters: Parameters<typeof fetch>) => {
    spend("subrequests");
    return realFetch(...parameters);
  };
  const { fetch: answer, queue, scheduled } = worker;
  const run = <T>(work: () => T) => budgets.run({ databaseCalls: 0, subrequests: 0, putMs: new Map() }, work);
  return {
    ...worker,
    fetch: (request, env, context) =>
      new URL(request.url).hostname === LIMITS_HOST
        ? Response.json(takeExceeded())
        : run(() => answer?.(request, limitedEnv(env), context) ?? new Response(null, { status: 500 })),
    ...(queue && { queue: (batch, env, context) => run(() => queue(batch, limitedEnv(env), context)) }),
    ...(scheduled && {
      scheduled: (controller, env, context) => run(() => scheduled(controller, limitedEnv(env), context)),
    }),
  };
}

/** The same object for the same bindings, because the Worker remembers what belongs to them. */
function limitedEnv<Env extends object>(env: Env): Env {
  let limited = limitedEnvs.get(env);
  if (limited === undefined) {
    const entries = Object.entries(env).map(([name, binding]) => [name, limitedBinding(binding as unknown)]);
    limited = Object.fromEntries(entries) as object;
    limitedEnvs.set(env, limited);
  }
  return limited as Env;
}

function limitedBinding(binding: unknown): unknown {
  if (typeof binding !== "object" || binding === null) return binding;
  if ("prepare" in binding) return limitedDatabase(binding as D1Database);
  if ("getWithMetadata" in binding) return limitedStore(binding as KVNamespace);
  if ("idFromName" in binding) return limitedObjects(binding as DurableObjectNamespace);
  // A rate limiter is no subrequest.
  if (!("limit" in binding)) return counted(binding);
  return binding;
}

function limitedDatabase(db: D1Database): D1Database {
  const originals = new WeakMap<object, D1PreparedStatement>();
  const wrap = (statement: D1PreparedStatement): D1PreparedStatement => {
    const wrapped = proxyOf(statement, {
      bind: (...values: unknown[]) => {
        if (values.length > LIMITS.parameters) exceed(`D1_ERROR: too many SQL variables: ${values.length}`);
        return wrap(statement.bind(...values));
      },
      ...Object.fromEntries(
        (["run", "all", "first", "raw"] as const).map((name) => [
          name,
          (...parameters: unknown[]) => {
            spend("databaseCalls");
            return (statement[name] as (...given: unknown[]) => unknown).apply(statement, parameters);
          },
        ]),
      ),
    });
    originals.set(wrapped, statement);
    return wrapped;
  };
  return proxyOf(db, {
    prepare: (sql: string) => wrap(db.prepare(sql)),
    batch: (statements: D1PreparedStatement[]) => {
      spend("databaseCalls");
      return db.batch(statements.map((statement) => originals.get(statement) ?? statement));
    },
  });
}

function limitedStore(store: KVNamespace): KVNamespace {
  const limited = counted(store);
  return proxyOf(limited, {
    put: (key: string, ...rest: [string]) => {
      const putMs = budgets.getStore()?.putMs;
      const nowMs = Date.now();
      // Entry modules of tests that read at once what they write end the pause.
      if (putPace.intervalMs > 0 && nowMs - (putMs?.get(key) ?? 0) < LIMITS.keyMs)
        exceed(`KV PUT failed: 429 Too Many Requests: ${key}`);
      putMs?.set(key, nowMs);
      return limited.put(key, ...rest);
    },
  });
}

function limitedObjects(objects: DurableObjectNamespace): DurableObjectNamespace {
  return proxyOf(objects, {
    get: (...parameters: Parameters<typeof objects.get>) => counted(objects.get(...parameters)),
    getByName: (...parameters: Parameters<typeof objects.getByName>) =>
      counted(objects.getByName(...parameters)),
  });
}

/** A binding each of whose calls is a subrequest. */
function counted<T extends object>(binding: T): T {
  return new Proxy(binding, {
    get: (target, name) => {
      const value = Reflect.get(target, name) as unknown;
      if (typeof value !== "function") return value;
      return (...parameters: unknown[]) => {
        spend("subrequests");
        // An object's stub would take a method of the function for one of the object.
        return (target as Record<PropertyKey, (...given: unknown[]) => unknown>)[name]?.(...parameters);
      };
    },
  });
}

function spend(kind: "databaseCalls" | "subrequests"): void {
  const budget = budgets.getStore();
  if (budget === undefined) return;
  budget[kind]++;
  if (budget[kind] > LIMITS[kind]) exceed(`Too many ${kind} by single Worker invocation.`);
}

function takeExceeded(): string[] {
  const taken = exceeded;
  exceeded = [];
  return taken;
}

function exceed(message: string): never {
  exceeded.push(message);
  throw new Error(message);
}

import type { Env } from "../../../../src/env.ts";
import { deadlines } from "../../../../src/runtime/deadline.ts";
import type { BreakableName, Fault, FaultCounts, Faults } from "../fault.ts";

/** Bindings that behave as tests order, and otherwise as usual. */

type Kind = "reads" | "writes";

/** One for the isolate, because an order also affects work that is already running. */
let order: { faults: Faults; seen: Map<string, number>; done: FaultCounts } = newOrder({});

function newOrder(faults: Faults): typeof order {
  return { faults, seen: new Map(), done: {} };
}

/**
 * The factor by which deadlines are longer while no binding hangs, so that a slow operation on a busy machine does
 * not count as failed. An operation that hangs is cut off as soon as in production.
 */
const PATIENCE = 30;

deadlines.factor = PATIENCE;

export function orderFaults(faults: Faults): void {
  order = newOrder(faults);
  const isHanging = Object.values(faults).some(({ does }) => does === "hang");
  deadlines.factor = isHanging ? 1 : PATIENCE;
}

export function countFaults(): FaultCounts {
  return order.done;
}

let bound: { order: typeof order; env: Env } | null = null;

/** The same object while the orders stay the same, since the worker checks each that it sees. */
export function breakBindings<E extends Env>(env: E, prepare: (env: E) => Env): Env {
  if (bound?.order === order) return bound.env;
  const whole = prepare(env);
  const broken: Env = {
    ...whole,
    DB: breakDatabase(whole.DB),
    SNAPSHOTS: breakStore(whole.SNAPSHOTS),
    PROJECTION: breakQueue("PROJECTION", whole.PROJECTION),
    CLICKS: breakQueue("CLICKS", whole.CLICKS),
    WATCH: breakQueue("WATCH", whole.WATCH),
    ATTEMPTS: breakObjects(whole.ATTEMPTS),
    LIMITS: breakLimits(whole.LIMITS),
    MISS_LIMITER: breakLimiter("MISS_LIMITER", whole.MISS_LIMITER),
    API_LIMITER: breakLimiter("API_LIMITER", whole.API_LIMITER),
    UNAUTHENTICATED_LIMITER: breakLimiter("UNAUTHENTICATED_LIMITER", whole.UNAUTHENTICATED_LIMITER),
  };
  for (const [name, fault] of Object.entries(order.faults)) {
    if (fault.does === "be-missing") Reflect.deleteProperty(broken, name);
  }
  bound = { order, env: broken };
  return broken;
}

/** Describes an operation to the faults: its SQL statements, or its keys. */
interface Subject {
  statements?: string;
  keys?: string[];
}

async function perform<T>(
  name: BreakableName,
  kind: Kind,
  work: () => Promise<T>,
  subject: Subject = {},
): Promise<T> {
  const current = order;
  const isOver = () => order !== current;
  const fault = current.faults[name];
  if (fault === undefined || !isAbout(subject, fault) || !applies(name, kind, fault)) return work();
  current.done[name] = (current.done[name] ?? 0) + 1;
  switch (fault.does) {
    case "throw":
      throw toError(fault);
    case "hang":
      while (!isOver()) await scheduler.wait(10);
      return work();
    case "lose-answer":
      await work();
      throw toError(fault);
    case "answer":
    case "count":
    case "be-missing":
      return work();
  }
}

function isAbout({ statements = "", keys = [""] }: Subject, { sql = "", key = "" }: Fault): boolean {
  return statements.includes(sql) && keys.some((name) => name.startsWith(key));
}

function applies(name: BreakableName, kind: Kind, fault: Fault): boolean {
  const { on = kind, first = 1, last = Infinity, share = 1 } = fault;
  if (on !== kind) return false;
  const count = (order.seen.get(name) ?? 0) + 1;
  order.seen.set(name, count);
  return count >= first && count <= last && Math.random() < share;
}

function toError({ text = "internal error; reference = 0u3odos5iotccpol68ppc0eg" }: Fault): Error {
  // The mark that the platform sets on errors of Durable Objects.
  const marks = {
    overloaded: text.includes("overloaded"),
    retryable: /reset because|Network connection lost/.test(text),
  };
  return Object.assign(new Error(text), marks);
}

/** The binding with some members replaced. */
function replace<T extends object>(binding: T, replaced: Partial<Record<keyof T, unknown>>): T {
  return new Proxy(binding, {
    get: (target, name) => {
      const own = Reflect.get(replaced, name) as unknown;
      if (own !== undefined) return own;
      const value = Reflect.get(target, name) as unknown;
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
}

const kindOf = (sql: string): Kind => (/^\s*(?:INSERT|UPDATE|DELETE)\b/im.test(sql) ? "writes" : "reads");

function breakDatabase(db: D1Database): D1Database {
  /** The original statements of the wrapped ones, because a batch accepts no others. */
  const whole = new WeakMap<D1PreparedStatement, { statement: D1PreparedStatement; sql: string }>();
  const operate = <T>(sql: string, work: () => Promise<T>) =>
    perform("DB", kindOf(sql), work, { statements: sql });
  const breakStatement = (statement: D1PreparedStatement, sql: string): D1PreparedStatement => {
    const run = (method: "first" | "all" | "run" | "raw") => {
      const call = statement[method].bind(statement) as (...given: unknown[]) => Promise<unknown>;
      return (...given: unknown[]) => operate(sql, () => call(...given));
    };
    const broken = replace(statement, {
      bind: (...values: unknown[]) => breakStatement(statement.bind(...values), sql),
      first: run("first"),
      all: run("all"),
      run: run("run"),
      raw: run("raw"),
    });
    whole.set(broken, { statement, sql });
    return broken;
  };
  return replace(db, {
    prepare: (sql: string) => breakStatement(db.prepare(sql), sql),
    batch: (statements: D1PreparedStatement[]) => {
      const parts = statements.map((statement) => whole.get(statement) ?? { statement, sql: "" });
      const work = () => db.batch(parts.map(({ statement }) => statement));
      return operate(parts.map(({ sql }) => sql).join(";\n"), work);
    },
  });
}

let puts = 0;

/** Resolves when no put of a snapshot is running, because each put also writes to memory. */
export async function settlePuts(): Promise<void> {
  for (;;) {
    await scheduler.wait(10);
    if (puts === 0) return;
  }
}

function breakStore(kv: KVNamespace): KVNamespace {
  return replace(kv, {
    get: (keys: string | string[], options: KVNamespaceGetOptions<"text">) => {
      const read = async () => {
        const values = order.faults.SNAPSHOTS?.does === "answer" ? (order.faults.SNAPSHOTS.values ?? {}) : {};
        if (typeof keys === "string") {
          return Object.hasOwn(values, keys) ? values[keys] : await kv.get(keys, options);
        }
        const found = await kv.get(keys, options);
        return new Map(keys.map((key) => [key, Object.hasOwn(values, key) ? values[key] : found.get(key)]));
      };
      return perform("SNAPSHOTS", "reads", read, { keys: [keys].flat() });
    },
    put: (...given: Parameters<KVNamespace["put"]>) => {
      const write = async () => {
        puts++;
        try {
          await kv.put(...given);
        } finally {
          puts--;
        }
      };
      return perform("SNAPSHOTS", "writes", write, { keys: [given[0]] });
    },
  });
}

function breakQueue<M>(name: BreakableName, queue: Queue<M>): Queue<M> {
  return replace(queue, {
    send: (...given: Parameters<Queue<M>["send"]>) => perform(name, "writes", () => queue.send(...given)),
    sendBatch: (...given: Parameters<Queue<M>["sendBatch"]>) =>
      perform(name, "writes", () => queue.sendBatch(...given)),
  });
}

function breakLimiter(name: BreakableName, limiter: RateLimit): RateLimit {
  return { limit: (options) => perform(name, "writes", () => limiter.limit(options)) };
}

/** Reserving an attempt is its write, giving it back its read. */
function breakObjects(objects: Env["ATTEMPTS"]): Env["ATTEMPTS"] {
  return replace(objects, {
    get: (id: DurableObjectId) => {
      const object = objects.get(id);
      return {
        reserve: (address: string, nowMs: number) =>
          perform("ATTEMPTS", "writes", async () => object.reserve(address, nowMs)),
        release: (attempt: number) => perform("ATTEMPTS", "reads", async () => object.release(attempt)),
      };
    },
  });
}

/** Taking a place is its write. */
function breakLimits(objects: Env["LIMITS"]): Env["LIMITS"] {
  return replace(objects, {
    get: (id: DurableObjectId) => {
      const object = objects.get(id);
      return {
        take: (...limit: Parameters<typeof object.take>) =>
          perform("LIMITS", "writes", async () => object.take(...limit)),
        left: (...limit: Parameters<typeof object.left>) =>
          perform("LIMITS", "reads", async () => object.left(...limit)),
        close: () => object.close(),
      };
    },
  });
}

import type { Env } from "../../../../../src/env.ts";
import worker from "../../../../../src/index.ts";
import type { QueueMessage } from "../../../../../src/queue-messages.ts";
import { meter } from "../meter.ts";
import { COSTS_PATH, NO_COST, type Cost, type Costs } from "./cost.ts";

/** The worker with meters between its consumers and their stores, and without a limit of calls. */

export * from "../../../../../src/index.ts";

const costs: Costs = { change: { ...NO_COST }, projection: { ...NO_COST } };

const unlimited = { limit: () => Promise.resolve({ success: true }) };

export default {
  fetch(request, env, context) {
    if (new URL(request.url).pathname !== COSTS_PATH) return worker.fetch(request, bind(env), context);
    const told = structuredClone(costs);
    for (const cost of Object.values(costs)) Object.assign(cost, NO_COST);
    return Response.json(told);
  },
  scheduled: (controller, env) => worker.scheduled(controller, bind(env)),
  async queue(batch, env) {
    const kind = kindOf(batch.messages[0]?.body);
    if (kind === null) return worker.queue(batch, bind(env));
    const startMs = performance.now();
    await worker.queue(batch, bindConsumer(env, kind));
    costs[kind].messages += batch.messages.length;
    costs[kind].milliseconds += performance.now() - startMs;
  },
} satisfies ExportedHandler<Env, QueueMessage>;

/** Queues deliver these messages alone (wrangler.toml). */
function kindOf(message: QueueMessage | undefined): keyof Costs | null {
  if (message?.kind === "change") return "change";
  return message?.kind === "drain" ? "projection" : null;
}

/** One object for each use, since the worker checks each that it sees. */
let bound: Env | null = null;
const boundConsumers = new Map<keyof Costs, Env>();

function bind(env: Env): Env {
  bound ??= { ...env, API_LIMITER: unlimited };
  return bound;
}

function bindConsumer(env: Env, kind: keyof Costs): Env {
  return boundConsumers.getOrInsertComputed(kind, () => ({
    ...env,
    DB: meter(env.DB, countStatement(costs[kind]), countCall(costs[kind])),
    SNAPSHOTS: countPuts(env.SNAPSHOTS, costs[kind]),
  }));
}

function countStatement(cost: Cost) {
  return ({ rows_read, rows_written }: D1Meta) => {
    cost.statements++;
    cost.read += rows_read;
    cost.written += rows_written;
  };
}

function countCall(cost: Cost) {
  return (milliseconds: number) => {
    cost.calls++;
    cost.databaseMs += milliseconds;
  };
}

function countPuts(store: KVNamespace, cost: Cost): KVNamespace {
  return new Proxy(store, {
    get(target, name) {
      const member = Reflect.get(target, name) as unknown;
      if (typeof member !== "function") return member;
      if (name === "put") cost.puts++;
      return member.bind(target) as unknown;
    },
  });
}

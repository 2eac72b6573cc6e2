import type { Env } from "../../../../src/env.ts";
import worker from "../../../../src/index.ts";
import { COST_HEADER, STEPS_PATH, type Cost, type StepCosts } from "./cost.ts";
import { meter } from "./meter.ts";
import type { QueueMessage } from "../../../../src/queue-messages.ts";

/**
 * The worker, with a meter between it and its database. Each answer of the API carries its cost, including the work
 * after the answer; a separate path reports the cost of consumers. Only one call at a time, because there is one
 * meter.
 */

export * from "../../../../src/index.ts";

const spent = { read: 0, written: 0 };
let consumer: StepCosts = { messages: 0, most: 0, read: 0 };

export default {
  async fetch(request, env, context) {
    const metered = bind(env, countCall);
    const { pathname } = new URL(request.url);
    if (pathname === STEPS_PATH) return tellSteps();
    const pending: Promise<unknown>[] = [];
    const own = Object.create(context) as ExecutionContext;
    own.waitUntil = (work) => void pending.push(work);
    spent.read = spent.written = 0;
    const startMs = performance.now();
    const response =
      pathname === "/select-1"
        ? Response.json(await metered.DB.prepare("SELECT 1").all())
        : await worker.fetch(request, metered, own);
    const body = await response.arrayBuffer();
    const milliseconds = performance.now() - startMs;
    await Promise.all(pending);
    const cost: Cost = { ...spent, milliseconds };
    const headers = new Headers(response.headers);
    headers.set(COST_HEADER, JSON.stringify(cost));
    return new Response(body, { status: response.status, headers });
  },
  async queue(batch, env) {
    consumer.messages += batch.messages.length;
    await worker.queue(batch, bindConsumer(env));
  },
} satisfies ExportedHandler<Env, QueueMessage>;

function tellSteps(): Response {
  const told = consumer;
  consumer = { messages: 0, most: 0, read: 0 };
  return Response.json(told);
}

function countCall({ rows_read, rows_written }: D1Meta): void {
  spent.read += rows_read;
  spent.written += rows_written;
}

function countStep({ rows_read }: D1Meta): void {
  consumer.read += rows_read;
  consumer.most = Math.max(consumer.most, rows_read);
}

const unlimited = { limit: () => Promise.resolve({ success: true }) };

type Count = (meta: D1Meta) => void;

let bound: Env | null = null;
let boundConsumer: Env | null = null;

/** One object for the isolate, since the worker checks each that it sees. */
function bind(env: Env, count: Count): Env {
  bound ??= { ...env, DB: meter(env.DB, count), API_LIMITER: unlimited, MISS_LIMITER: unlimited };
  return bound;
}

function bindConsumer(env: Env): Env {
  boundConsumer ??= { ...env, DB: meter(env.DB, countStep) };
  return boundConsumer;
}

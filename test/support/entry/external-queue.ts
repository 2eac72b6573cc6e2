import type { ClickMessage } from "../../../src/clicks/click.ts";
import type { Env, QueueBody } from "../../../src/env.ts";
import worker from "../../../src/index.ts";

/**
 * The worker, with a queue for clicks that outlives it: `send` goes to a service in a process of
 * its own (queue-service.ts), and what the service delivers comes in by a POST.
 */

export * from "../../../src/index.ts";

interface ExternalEnv extends Env {
  /** Of the service. */
  CLICK_QUEUE_URL: string;
}

/** Where the service delivers to: no hostname of a record. */
const DELIVERY_HOST = "deliveries.test";

export default {
  fetch(request, env, context) {
    const bound = bind(env);
    if (new URL(request.url).hostname === DELIVERY_HOST) return takeDelivery(request, bound);
    return worker.fetch(request, bound, context);
  },
  scheduled: (controller, env) => worker.scheduled(controller, bind(env)),
  queue: (batch, env) => worker.queue(batch, bind(env)),
} satisfies ExportedHandler<ExternalEnv, QueueBody>;

let bound: Env | null = null;

/** One object for the isolate, since the worker checks each that it sees. */
function bind(env: ExternalEnv): Env {
  const CLICKS = { send: (message: ClickMessage) => send(env.CLICK_QUEUE_URL, message) };
  bound ??= { ...env, CLICKS: CLICKS as unknown as Env["CLICKS"] };
  return bound;
}

async function send(url: string, message: ClickMessage): Promise<void> {
  const response = await fetch(`${url}/messages`, { method: "POST", body: JSON.stringify(message) });
  if (!response.ok) throw new Error(`the queue answered ${response.status}`);
}

/** Answers, for each message, whether the worker acknowledged it. */
async function takeDelivery(request: Request, env: Env): Promise<Response> {
  const bodies = await request.json<QueueBody[]>();
  const isAcknowledged = bodies.map(() => false);
  const messages = bodies.map((body, index) => ({
    id: String(index),
    timestamp: new Date(),
    attempts: 1,
    body,
    ack: () => void (isAcknowledged[index] = true),
    retry: () => void (isAcknowledged[index] = false),
  }));
  const batch = { queue: "signpost-clicks", messages, ackAll() {}, retryAll() {} };
  await worker.queue(batch as unknown as MessageBatch<QueueBody>, env);
  return Response.json(isAcknowledged);
}

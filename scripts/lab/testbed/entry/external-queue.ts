import type { Env } from "../../../../src/env.ts";
import worker from "../../../../src/index.ts";
import type { ClickMessage, QueueMessage } from "../../../../src/queue-messages.ts";

/**
 * A queue for clicks that outlives the worker: `send` calls a service in another process (queue-service.ts), which
 * delivers messages by a POST.
 */

/** The hostname that the service delivers to; no record has it. */
export const DELIVERY_HOST = "deliveries.test";

export function externalQueue(url: string): Env["CLICKS"] {
  const send = async (message: ClickMessage) => {
    const response = await fetch(`${url}/messages`, { method: "POST", body: JSON.stringify(message) });
    if (!response.ok) throw new Error(`the queue answered ${response.status}`);
  };
  return { send } as unknown as Env["CLICKS"];
}

/** Answers, for each message, whether the worker acknowledged it. */
export async function takeDelivery(request: Request, env: Env): Promise<Response> {
  const bodies = await request.json<QueueMessage[]>();
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
  await worker.queue(batch as unknown as MessageBatch<QueueMessage>, env);
  return Response.json(isAcknowledged);
}

import type { Env } from "../env.ts";
import type { QueueMessage } from "../queue-messages.ts";
import { chunk } from "../runtime/chunk.ts";
import { FETCHES_AT_ONCE, mapConcurrent } from "../runtime/map-concurrent.ts";
import { partition } from "../runtime/partition.ts";
import { guardAddresses } from "../services/monitor/address-guard.ts";
import { portionsOf } from "../services/portion.ts";
import { deliverAtOnce, deliverEvents } from "../services/webhook/deliver.ts";
import { startDelivery } from "../services/send-messages.ts";
import { selectDueWebhooks } from "../storage/webhook/delivery.ts";
import type { JobRun } from "./job-run.ts";

const WEBHOOKS_AT_ONCE = 1_000;

/**
 * Queues webhooks to which something is due. Receivers that fail are in messages of their own, after the others, so that
 * they delay nobody (contract 35.29). Returns whether some are left.
 */
export async function queueDueWebhooks({ env, nowMs, deliver }: JobRun): Promise<boolean> {
  const due = await selectDueWebhooks(env.DB, nowMs, WEBHOOKS_AT_ONCE);
  const [failing, healthy] = partition(due, ({ isFailing }) => isFailing === 1);
  const most = Math.min(FETCHES_AT_ONCE, portionsOf(env).notifications);
  const messages = [healthy, failing].flatMap((part) =>
    chunk(
      part.map(({ id }) => id),
      most,
    ).map((ids) => ({ kind: "deliver" as const, ids })),
  );
  return (await deliver(messages)).length > 0;
}

/** Sends what is due to some webhooks at the same time, and asks for a message for those to which more is. */
export async function deliverToWebhooks(
  env: Env,
  { ids, event }: Omit<Extract<QueueMessage, { kind: "deliver" }>, "kind">,
  clock: () => number,
): Promise<void> {
  const ctx = { env, clock, guard: guardAddresses(env) };
  await mapConcurrent(ids, FETCHES_AT_ONCE, async (id) => {
    const isMoreDue =
      event === undefined ? await deliverEvents(ctx, id) : await deliverAtOnce(ctx, id, event);
    // At once, so that it does not wait for the slower ones.
    if (isMoreDue) await startDelivery({ env }, [id]);
  });
}

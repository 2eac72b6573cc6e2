import type { Env } from "../env.ts";
import { chunk } from "../runtime/chunk.ts";
import { FETCHES_AT_ONCE, mapConcurrent } from "../runtime/map-concurrent.ts";
import { partition } from "../runtime/partition.ts";
import { guardAddresses } from "../services/monitor/address-guard.ts";
import { portionsOf } from "../services/portion.ts";
import { deliverEvents } from "../services/webhook/deliver.ts";
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
export async function deliverToWebhooks(env: Env, ids: string[], clock: () => number): Promise<void> {
  const guard = guardAddresses(env);
  await mapConcurrent(ids, FETCHES_AT_ONCE, async (id) => {
    // At once, so that it does not wait for the slower ones.
    if (await deliverEvents({ env, clock, guard }, id)) await startDelivery({ env }, [id]);
  });
}

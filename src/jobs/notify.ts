import type { Env } from "../env.ts";
import { guardAddresses } from "../services/monitor/address-guard.ts";
import { FETCHES_AT_ONCE, mapConcurrent } from "../runtime/map-concurrent.ts";
import { deliverNotification } from "../services/monitor/deliver-notification.ts";
import { sendMessages } from "../services/send-messages.ts";
import { chunk } from "../runtime/chunk.ts";
import { selectDueNotifications } from "../storage/notification/read.ts";

const NOTIFICATIONS_AT_ONCE = 1_000;
const NOTIFICATIONS_A_MESSAGE = 10;

/** Queues due notifications, including those that failed before. */
export async function queueDueNotifications(env: Env, nowMs: number): Promise<void> {
  await sendNotifications(env, await selectDueNotifications(env.DB, nowMs, NOTIFICATIONS_AT_ONCE));
}

/** Queues notifications for delivery. Those that the queue does not accept wait for the next minute. */
export async function sendNotifications(env: Env, ids: string[]): Promise<void> {
  const groups = chunk(ids, NOTIFICATIONS_A_MESSAGE);
  await sendMessages(
    env.WATCH,
    groups.map((group) => ({ kind: "notify" as const, ids: group })),
  );
}

/** @param clock returns the time in milliseconds, because attempts begin one after the other */
export async function deliverNotifications(env: Env, ids: string[], clock: () => number): Promise<void> {
  const guard = guardAddresses(env);
  await mapConcurrent(ids, FETCHES_AT_ONCE, (id) => deliverNotification({ env, clock, guard }, id));
}

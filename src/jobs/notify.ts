import type { Env } from "../env.ts";
import { guardAddresses } from "../services/monitor/address-guard.ts";
import { FETCHES_AT_ONCE, mapConcurrent } from "../map-concurrent.ts";
import { deliverNotification } from "../services/monitor/deliver-notification.ts";
import { sendMessages } from "../services/monitor/send-messages.ts";
import { listDueNotifications } from "../storage/notifications.ts";

/** Notifications' part of cron and queue (contract 7.9). */

const NOTIFICATIONS_AT_ONCE = 1_000;
const NOTIFICATIONS_A_MESSAGE = 10;

/** Sends notifications that are due to the consumer, those among them that failed before. */
export async function sendDueNotifications(env: Env, nowMs: number): Promise<void> {
  await sendNotifications(env, await listDueNotifications(env.DB, nowMs, NOTIFICATIONS_AT_ONCE));
}

/** Has notifications delivered; those that the queue does not take are left to the next minute. */
export async function sendNotifications(env: Env, ids: string[]): Promise<void> {
  const messages = [];
  for (let start = 0; start < ids.length; start += NOTIFICATIONS_A_MESSAGE) {
    messages.push({ kind: "notify" as const, ids: ids.slice(start, start + NOTIFICATIONS_A_MESSAGE) });
  }
  await sendMessages(env.WATCH, messages);
}

export async function deliverNotifications(env: Env, ids: string[], nowMs: number): Promise<void> {
  const guard = guardAddresses(env);
  await mapConcurrent(ids, FETCHES_AT_ONCE, (id) => deliverNotification({ env, nowMs, guard }, id));
}

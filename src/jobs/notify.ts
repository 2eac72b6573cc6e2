import type { Env } from "../env.ts";
import { guardAddresses } from "../services/monitor/address-guard.ts";
import { FETCHES_AT_ONCE, mapConcurrent } from "../runtime/map-concurrent.ts";
import { deliverNotification } from "../services/monitor/deliver-notification.ts";
import { sendMessages } from "../services/send-messages.ts";
import { chunk } from "../runtime/chunk.ts";
import type { JobRun } from "./job-run.ts";
import { selectDueNotifications } from "../storage/notification/notification.ts";
import { portionsOf } from "../services/portion.ts";

const NOTIFICATIONS_AT_ONCE = 1_000;

/** Queues due notifications, including those that failed before. Returns whether some are left. */
export async function queueDueNotifications({ env, nowMs, deliver }: JobRun): Promise<boolean> {
  const ids = await selectDueNotifications(env.DB, nowMs, NOTIFICATIONS_AT_ONCE);
  return (await deliver(toMessages(env, ids))).length > 0;
}

/** Queues notifications for delivery. Those that the queue does not accept wait for the next minute. */
export async function sendNotifications(env: Env, ids: string[]): Promise<void> {
  await sendMessages(env, toMessages(env, ids));
}

function toMessages(env: Env, ids: string[]): { kind: "notify"; ids: string[] }[] {
  return chunk(ids, portionsOf(env).notifications).map((group) => ({ kind: "notify", ids: group }));
}

/** @param clock returns the time in milliseconds, because attempts begin one after the other */
export async function deliverNotifications(env: Env, ids: string[], clock: () => number): Promise<void> {
  const guard = guardAddresses(env);
  await mapConcurrent(ids, FETCHES_AT_ONCE, (id) => deliverNotification({ env, clock, guard }, id));
}

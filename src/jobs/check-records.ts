import type { Env } from "../env.ts";
import { checkRecords } from "../services/monitor/check-records.ts";
import { sendMessages } from "../services/monitor/send-messages.ts";
import { claimDueRecords, returnToDue } from "../storage/monitor.ts";
import { groupByDestinations } from "./destination-groups.ts";
import { sendNotifications } from "./notify.ts";

/** The monitor's part of cron and queue (contract 7.2). */

/** Records taken up in a minute: 60,000 records are checked each hour, more of them less often. */
const RECORDS_AT_ONCE = 1_000;
/** A destination takes about three requests, and an invocation has a number of them. */
const DESTINATIONS_A_MESSAGE = 10;

/**
 * Sends the records whose hour has come to the consumer; what the queue does not take stays due.
 * @returns how many were sent
 */
export async function sendDueRecords(env: Env, nowMs: number): Promise<number> {
  const due = await claimDueRecords(env.DB, nowMs, RECORDS_AT_ONCE);
  const groups = groupByDestinations(due, DESTINATIONS_A_MESSAGE);
  const messages = groups.map((ids) => ({ kind: "check-records" as const, ids }));
  const refused = (await sendMessages(env.WATCH, messages)).flatMap(({ ids }) => ids);
  if (refused.length > 0) await returnToDue(env.DB, refused, nowMs);
  return due.length - refused.length;
}

/** Checks records, and has the notifications that come of it delivered. */
export async function checkDueRecords(
  env: Env,
  ids: string[],
  nowMs: number,
  clock: () => number,
): Promise<void> {
  const projecting: Promise<unknown>[] = [];
  const background = (work: Promise<unknown>) => projecting.push(work);
  const notificationIds = await checkRecords({ env, nowMs, background }, ids, clock);
  await sendNotifications(env, notificationIds);
  await Promise.all(projecting);
}

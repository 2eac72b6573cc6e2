import type { Env } from "../env.ts";
import { checkRecords } from "../services/monitor/check-records.ts";
import { leaseDueRecords, releaseDueRecords } from "../storage/monitor/write.ts";
import { groupByDestinations } from "./destination-groups.ts";
import type { JobRun } from "./job-run.ts";
import { sendNotifications } from "./notify.ts";
import { publishInJob } from "./publish-in-job.ts";
import { portionsOf } from "../services/portion.ts";

/** The number of records queued in a minute: up to 60,000 records are checked hourly, more records less often. */
const RECORDS_AT_ONCE = 1_000;

/** Queues due records. Those that the queue does not accept stay due. Returns whether some are left. */
export async function queueDueRecords({ env, nowMs, deliver }: JobRun): Promise<boolean> {
  const due = await leaseDueRecords(env.DB, nowMs, RECORDS_AT_ONCE);
  const groups = groupByDestinations(due, portionsOf(env).destinations);
  const messages = groups.map((ids) => ({ kind: "check-records" as const, ids }));
  const refused = (await deliver(messages)).flatMap(({ ids }) => ids);
  if (refused.length > 0) await releaseDueRecords(env.DB, refused, nowMs);
  return refused.length > 0;
}

export async function checkDueRecords(
  env: Env,
  ids: string[],
  nowMs: number,
  clock: () => number,
): Promise<void> {
  await publishInJob(env, nowMs, async (ctx) => {
    const notificationIds = await checkRecords(ctx, ids, clock);
    await sendNotifications(env, notificationIds);
  });
}

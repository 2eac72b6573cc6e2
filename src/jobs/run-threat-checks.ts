import type { Env } from "../env.ts";
import { asksSafeBrowsing, MAX_URLS } from "../services/threat/ask-safe-browsing.ts";
import { checkThreats } from "../services/threat/check-threats.ts";
import type { DueRecord } from "../storage/monitor/write.ts";
import { updateRound, selectEndangeredRecords, selectRoundPart } from "../storage/threat/threat.ts";
import { groupByDestinations } from "./destination-groups.ts";
import type { JobRun } from "./job-run.ts";
import { publishInJob } from "./publish-in-job.ts";
import { HOUR_MS } from "../domain/time.ts";

/** The number of records of a minute. A round takes at least an hour, which is enough for 60,000 records. */
const RECORDS_A_MINUTE = 1_000;
export const ROUND_MS = HOUR_MS;

/**
 * Queues the next records of the round. Records that the queue does not accept are queued again. If Safe
 * Browsing is switched off, queues the flagged records, whose flags are then removed.
 * @returns whether records of this run are left
 */
export async function queueThreatChecks({ env, nowMs, deliver }: JobRun): Promise<boolean> {
  const send = async (records: DueRecord[]): Promise<boolean> => {
    const groups = groupByDestinations(records, MAX_URLS);
    return (await deliver(groups.map((ids) => ({ kind: "check-threats" as const, ids })))).length === 0;
  };
  if (!asksSafeBrowsing(env)) return !(await send(await selectEndangeredRecords(env.DB, RECORDS_A_MINUTE)));
  const part = await selectRoundPart(env.DB, nowMs, { limit: RECORDS_A_MINUTE, intervalMs: ROUND_MS });
  if (part === null) return false;
  const isSent = await send(part.records);
  if (isSent) await updateRound(env.DB, part);
  return !isSent;
}

export async function runThreatChecks(env: Env, ids: string[], nowMs: number): Promise<void> {
  await publishInJob(env, nowMs, (ctx) => checkThreats(ctx, ids));
}

import type { Env } from "../env.ts";
import { asksSafeBrowsing, MAX_URLS } from "../services/threat/ask-safe-browsing.ts";
import { checkThreats } from "../services/threat/check-threats.ts";
import { sendMessages } from "../services/send-messages.ts";
import { updateRound } from "../storage/threat/write.ts";
import { selectEndangeredRecords, selectRoundPart } from "../storage/threat/read.ts";
import { groupByDestinations } from "./destination-groups.ts";
import { publishInJob } from "./publish-in-job.ts";
import { HOUR_MS } from "../domain/time.ts";

/** The number of records of a minute. A round takes at least an hour, which is enough for 60,000 records. */
const RECORDS_A_MINUTE = 1_000;
const ROUND_MS = HOUR_MS;

/**
 * Queues the next records of the round. Records that the queue does not accept are queued again. If Safe
 * Browsing is switched off, queues the flagged records, whose flags are then removed.
 */
export async function queueThreatChecks(env: Env, nowMs: number): Promise<void> {
  if (!asksSafeBrowsing(env)) {
    await send(env, groupByDestinations(await selectEndangeredRecords(env.DB, RECORDS_A_MINUTE), MAX_URLS));
    return;
  }
  const part = await selectRoundPart(env.DB, nowMs, { limit: RECORDS_A_MINUTE, intervalMs: ROUND_MS });
  if (part === null) return;
  if (await send(env, groupByDestinations(part.records, MAX_URLS))) await updateRound(env.DB, part);
}

async function send(env: Env, groups: string[][]): Promise<boolean> {
  const messages = groups.map((ids) => ({ kind: "check-threats" as const, ids }));
  return (await sendMessages(env.WATCH, messages)).length === 0;
}

export async function runThreatChecks(env: Env, ids: string[], nowMs: number): Promise<void> {
  await publishInJob(env, nowMs, (ctx) => checkThreats(ctx, ids));
}

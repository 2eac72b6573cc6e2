import type { Env } from "../env.ts";
import { sendMessages } from "../services/send-messages.ts";
import { continueCount } from "../services/count/continue-count.ts";
import { selectStalledScans } from "../storage/count/cache.ts";
import type { WatchMessage } from "../queue-messages.ts";
import { MINUTE_MS } from "../domain/time.ts";

/** Continues counts that take more than one request. Each message does some steps, until all is counted. */

/** The delay after which the next step of a count counts as lost, by the queue or with its isolate. */
const STALLED_MS = MINUTE_MS;
const COUNTS_AT_ONCE = 100;

export async function continueCounting(
  env: Env,
  message: Extract<WatchMessage, { kind: "count-records" }>,
  nowMs: number,
): Promise<void> {
  const { workspaceId, key } = message;
  if (await continueCount(env, workspaceId, key, nowMs)) await sendMessages(env.WATCH, [message]);
}

/** Resumes counts whose message was lost. */
export async function resumeCounts(env: Env, nowMs: number): Promise<void> {
  const stalled = await selectStalledScans(env.DB, nowMs - STALLED_MS, COUNTS_AT_ONCE);
  await sendMessages(
    env.WATCH,
    stalled.map((scan) => ({ kind: "count-records" as const, ...scan })),
  );
}

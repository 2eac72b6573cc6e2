import type { Env } from "../env.ts";
import { continueChange } from "../services/change/continue-change.ts";
import { expireChanges } from "../services/change/expire-changes.ts";
import { sendMessages } from "../services/send-messages.ts";
import { selectStalled } from "../storage/change/read.ts";
import type { WatchMessage } from "../queue-messages.ts";
import { log } from "../runtime/log.ts";

/** Plans, applies and undoes changes of many records. Each message does some chunks, until all are done. */

const CHANGES_AT_ONCE = 100;

export async function continueChanging(
  env: Env,
  message: Extract<WatchMessage, { kind: "change" }>,
  nowMs: number,
): Promise<void> {
  try {
    const hasMore = await continueChange(env, message.workspaceId, message.id, nowMs, Date.now);
    if (hasMore) await sendMessages(env.WATCH, [message]);
  } catch (error) {
    // Cron continues the change.
    log("error", "change_step_failed", { id: message.id, error: String(error) });
  }
}

/** Resumes changes whose message was lost. */
export async function resumeChanges(env: Env, nowMs: number): Promise<void> {
  const stalled = await selectStalled(env.DB, nowMs, CHANGES_AT_ONCE);
  await sendMessages(
    env.WATCH,
    stalled.map((change) => ({ kind: "change" as const, ...change })),
  );
}

/** Ends expired plans and undos. */
export async function endChanges(env: Env, nowMs: number): Promise<void> {
  await expireChanges(env, nowMs);
}

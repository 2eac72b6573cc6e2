import type { Env } from "../env.ts";
import type { WatchMessage } from "../queue-messages.ts";
import { continueCheck } from "../services/check/continue-check.ts";
import { sendMessages } from "../services/send-messages.ts";
import { deleteOldChecks } from "../storage/check/end.ts";
import { selectIdleChecks } from "../storage/check/write.ts";

/** Continues checks of many URLs. Each message does one step, until all URLs are done. */

const CHECKS_AT_ONCE = 100;

export async function continueChecking(
  env: Env,
  message: Extract<WatchMessage, { kind: "check-urls" }>,
  clock: () => number,
): Promise<void> {
  if (await continueCheck(env, message.id, clock)) await sendMessages(env.WATCH, [message]);
}

/** Resumes checks whose message was lost, or that wait for a target. */
export async function resumeChecks(env: Env, nowMs: number): Promise<void> {
  const ids = await selectIdleChecks(env.DB, nowMs, CHECKS_AT_ONCE);
  await sendMessages(
    env.WATCH,
    ids.map((id) => ({ kind: "check-urls" as const, id })),
  );
}

/** Deletes expired checks. */
export async function forgetChecks(env: Env, nowMs: number): Promise<void> {
  await deleteOldChecks(env.DB, nowMs);
}

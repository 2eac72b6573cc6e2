import type { Env } from "../env.ts";
import type { WatchMessage } from "../queue-messages.ts";
import { continueCheck } from "../services/check/continue-check.ts";
import { sendMessages } from "../services/send-messages.ts";
import { deleteOldChecks, selectIdleChecks } from "../storage/check/write.ts";

/** Continues checks of many URLs: one step for each message, until all is found out. */

const CHECKS_AT_ONCE = 100;

export async function continueChecking(
  env: Env,
  message: Extract<WatchMessage, { kind: "check-urls" }>,
  clock: () => number,
): Promise<void> {
  if (await continueCheck(env, message.id, clock)) await sendMessages(env.WATCH, [message]);
}

/** Resumes checks whose message was lost, and those that wait for a target. */
export async function resumeChecks(env: Env, nowMs: number): Promise<void> {
  const ids = await selectIdleChecks(env.DB, nowMs, CHECKS_AT_ONCE);
  await sendMessages(
    env.WATCH,
    ids.map((id) => ({ kind: "check-urls" as const, id })),
  );
}

/** Deletes checks whose time is over. */
export async function forgetChecks(env: Env, nowMs: number): Promise<void> {
  await deleteOldChecks(env.DB, nowMs);
}

import { refuse } from "../../domain/refusal/refusal.ts";
import { MAX_CHECK_URLS, MAX_KEPT_URLS, type Check } from "../../domain/check/check.ts";
import { selectCheck, selectCheckUsage, selectUploaded } from "../../storage/check/read.ts";
import { setRunning } from "../../storage/check/write.ts";
import { toAssertionError } from "../../storage/commit.ts";
import type { ServiceContext } from "../context.ts";
import { noteResult } from "../keyed-call.ts";
import { sendMessages } from "../send-messages.ts";
import { done, invalid, NOT_FOUND, type Result } from "../result.ts";
import { CHECK_KEPT_MS, TOO_MANY_KEPT } from "./create-check.ts";

/** Starts a check whose URLs are uploaded (`POST /checks/{id}/run`). */
export async function startCheck(ctx: ServiceContext, id: string): Promise<Result<Check>> {
  const { env, caller, nowMs } = ctx;
  const check = await selectCheck(env.DB, caller.reach, id, nowMs);
  if (check === null) return NOT_FOUND;
  if (check.state !== "collecting") return invalid({ id: [refuse("check_started")] });
  const total = await selectUploaded(env.DB, check.id);
  const { urls } = await selectCheckUsage(env.DB, caller.workspace.id, nowMs);
  if (total === 0) return invalid({ id: [refuse("check_empty")] });
  if (total > MAX_CHECK_URLS) return invalid({ id: [refuse("too_many_urls", { count: MAX_CHECK_URLS })] });
  if (urls + total > MAX_KEPT_URLS) return invalid({ id: [TOO_MANY_KEPT] });
  const started = { ...check, total, expiresAtMs: nowMs + CHECK_KEPT_MS };
  try {
    await env.DB.batch([...setRunning(env.DB, started, nowMs), ...noteResult(ctx, { id: check.id })]);
  } catch (error) {
    if (toAssertionError(error) === null) throw error;
    // Another call was first. The check and the usage, read again, show why this one is refused.
    return startCheck(ctx, id);
  }
  await sendMessages(env.WATCH, [{ kind: "check-urls", id: check.id }]);
  return done({ ...started, state: "running" });
}

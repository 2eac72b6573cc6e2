import { refuse } from "../../domain/refusal/refusal.ts";
import {
  MAX_KEPT_URLS,
  MAX_OPEN_CHECKS,
  NO_COUNTS,
  MAX_CHECK_PARTS,
  MAX_CHECK_URLS,
  type Check,
  type CheckUrl,
} from "../../domain/check/check.ts";
import { addFieldError, hasFieldErrors, type FieldErrors } from "../../domain/field-error.ts";
import { DAY_MS, HOUR_MS } from "../../domain/time.ts";
import { selectCheckUsage, selectCheck, selectUploaded } from "../../storage/check/read.ts";
import { insertCheck, replacePart, setRunning } from "../../storage/check/write.ts";
import { toAssertionError } from "../../storage/commit.ts";
import type { ServiceContext } from "../context.ts";
import { noteResult } from "../keyed-call.ts";
import { newId } from "../new-id.ts";
import { sendMessages } from "../send-messages.ts";
import { done, invalid, NOT_FOUND, type Draft, type Result } from "../result.ts";

/** The time for which the results of a check are kept. */
const CHECK_KEPT_MS = 30 * DAY_MS;
/** The longest time of an upload. */
const UPLOAD_MS = 2 * HOUR_MS;

interface CheckInput {
  urls?: CheckUrl[];
  /** True if the URLs follow in parts. */
  isUpload?: boolean;
  status?: number | null;
  asksTargets?: boolean;
}

/** Does not name the present number of URLs, because a caller limited to some hostnames may not know it. */
const TOO_MANY_KEPT = refuse("check_kept", { count: MAX_KEPT_URLS });

/** Creates a check, and starts it unless its URLs are to be uploaded (`POST /checks`). */
export async function createCheck(ctx: ServiceContext, draft: Draft<CheckInput>): Promise<Result<Check>> {
  const { env, caller, nowMs } = ctx;
  const errors: FieldErrors = structuredClone(draft.errors);
  const { urls, isUpload = false, status = null, asksTargets = false } = draft.fields;
  if (isUpload && urls !== undefined) addFieldError(errors, "urls", refuse("beside_upload"));
  if (!isUpload && urls?.length === 0) addFieldError(errors, "urls", refuse("no_entry"));
  if (!isUpload && urls === undefined && !Object.keys(errors).some((field) => field.startsWith("urls"))) {
    addFieldError(errors, "urls", refuse("or_upload"));
  }
  if (hasFieldErrors(errors)) return invalid(errors);
  const usage = await selectCheckUsage(env.DB, caller.workspace.id, nowMs);
  const total = urls?.length ?? 0;
  if (usage.open >= MAX_OPEN_CHECKS) {
    addFieldError(errors, "urls", refuse("checks_wait", { count: MAX_OPEN_CHECKS }));
  }
  if (usage.urls + total > MAX_KEPT_URLS) addFieldError(errors, "urls", TOO_MANY_KEPT);
  if (hasFieldErrors(errors)) return invalid(errors);
  const check: Check = {
    id: newId(nowMs),
    workspaceId: caller.workspace.id,
    reach: caller.reach,
    hosts: [],
    state: "collecting",
    status,
    asksTargets,
    total,
    done: 0,
    counts: NO_COUNTS,
    createdBy: caller.user.id,
    createdAtMs: nowMs,
    finishedAtMs: null,
    expiresAtMs: nowMs + (isUpload ? UPLOAD_MS : CHECK_KEPT_MS),
  };
  try {
    await env.DB.batch([
      ...insertCheck(env.DB, check),
      ...(urls === undefined
        ? []
        : [...replacePart(env.DB, check, 1, urls), ...setRunning(env.DB, check, nowMs)]),
      ...noteResult(ctx, { id: check.id }),
    ]);
  } catch (error) {
    if (toAssertionError(error) === null) throw error;
    // Another call was first. The usage, read again, shows which limit is reached.
    return createCheck(ctx, draft);
  }
  if (isUpload) return done(check);
  await sendMessages(env, [{ kind: "check-urls", id: check.id }]);
  return done({ ...check, state: "running" });
}

/**
 * Stores a part of the URLs of a check, or replaces the part with its number (`PUT /checks/{id}/parts/{n}`).
 * @returns the number of URLs that are stored so far
 */
export async function storeCheckPart(
  ctx: ServiceContext,
  id: string,
  part: number,
  { fields, errors }: Draft<{ urls: CheckUrl[] }>,
): Promise<Result<{ lines: number; total: number }>> {
  const { env, caller, nowMs } = ctx;
  const check = await selectCheck(env.DB, caller.reach, id, nowMs);
  if (check === null) return NOT_FOUND;
  if (!Number.isInteger(part) || part < 1 || part > MAX_CHECK_PARTS) {
    addFieldError(errors, "n", refuse("not_part_number", { least: "1", most: MAX_CHECK_PARTS }));
  }
  if (check.state !== "collecting") addFieldError(errors, "id", refuse("no_more_parts"));
  const uploaded = await selectUploaded(env.DB, check.id);
  if (uploaded > MAX_CHECK_URLS)
    addFieldError(errors, "lines", refuse("too_many_together", { count: MAX_CHECK_URLS }));
  if (Object.keys(errors).length > 0) return invalid(errors);
  try {
    await env.DB.batch(replacePart(env.DB, check, part, fields.urls));
  } catch (error) {
    if (toAssertionError(error) === null) throw error;
    return invalid({ id: [refuse("no_more_parts")] });
  }
  return done({ lines: fields.urls.length, total: await selectUploaded(env.DB, check.id) });
}

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
  await sendMessages(env, [{ kind: "check-urls", id: check.id }]);
  return done({ ...started, state: "running" });
}

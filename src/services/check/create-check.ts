import {
  MAX_KEPT_URLS,
  MAX_OPEN_CHECKS,
  NO_COUNTS,
  type Check,
  type CheckUrl,
} from "../../domain/check/check.ts";
import { addFieldError, hasFieldErrors, type FieldErrors } from "../../domain/field-error.ts";
import { DAY_MS, HOUR_MS } from "../../domain/time.ts";
import { selectCheckUsage } from "../../storage/check/read.ts";
import { insertCheck, replacePart, startCheck } from "../../storage/check/write.ts";
import type { ServiceContext } from "../context.ts";
import { noteResult } from "../keyed-call.ts";
import { newId } from "../new-id.ts";
import { requireRole } from "../require-role.ts";
import { done, invalid, type Draft, type Result } from "../result.ts";
import { queueCheck } from "./internal/queue-check.ts";

/** For how long the results of a check are kept. */
export const CHECK_KEPT_MS = 30 * DAY_MS;
/** For how long an upload may take. */
const UPLOAD_MS = 2 * HOUR_MS;

export interface CheckInput {
  urls?: CheckUrl[];
  /** The URLs follow in parts. */
  isUpload?: boolean;
  status?: number | null;
  asksTargets?: boolean;
}

/** Creates a check, and starts it unless its URLs are to be uploaded (`POST /checks`). */
export async function createCheck(ctx: ServiceContext, draft: Draft<CheckInput>): Promise<Result<Check>> {
  const refused = requireRole(ctx, "editor");
  if (refused !== null) return refused;
  const { env, caller, nowMs } = ctx;
  const errors: FieldErrors = structuredClone(draft.errors);
  const { urls, isUpload = false, status = null, asksTargets = false } = draft.fields;
  if (isUpload && urls !== undefined) addFieldError(errors, "urls", "is not taken beside upload");
  if (!isUpload && urls?.length === 0) addFieldError(errors, "urls", "must have at least one entry");
  if (!isUpload && urls === undefined && !Object.keys(errors).some((field) => field.startsWith("urls"))) {
    addFieldError(errors, "urls", "is required, or upload");
  }
  if (hasFieldErrors(errors)) return invalid(errors);
  const usage = await selectCheckUsage(env.DB, caller.workspace.id, nowMs);
  const total = urls?.length ?? 0;
  if (usage.open >= MAX_OPEN_CHECKS) {
    addFieldError(errors, "urls", `wait: ${MAX_OPEN_CHECKS} checks are not done yet`);
  }
  if (usage.urls + total > MAX_KEPT_URLS) {
    addFieldError(errors, "urls", `delete a check: ${usage.urls} of ${MAX_KEPT_URLS} URLs are kept`);
  }
  if (hasFieldErrors(errors)) return invalid(errors);
  const check: Check = {
    id: newId(nowMs),
    workspaceId: caller.workspace.id,
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
  await env.DB.batch([
    insertCheck(env.DB, check),
    ...(urls === undefined
      ? []
      : [...replacePart(env.DB, check, 1, urls), ...startCheck(env.DB, check.id, total, check.expiresAtMs)]),
    ...noteResult(ctx, { id: check.id }),
  ]);
  if (isUpload) return done(check);
  await queueCheck(env, check.id);
  return done({ ...check, state: "running" });
}

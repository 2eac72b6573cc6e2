import type { Check, CheckResult, CheckRow, TargetAnswer } from "../../domain/check/check.ts";
import {
  selectCheck,
  selectTargetCounts,
  selectChecks,
  selectCheckRows,
  selectTargetAnswers,
} from "../../storage/check/read.ts";
import type { ServiceContext } from "../context.ts";
import { done, NOT_FOUND, invalid, type Result, type Draft } from "../result.ts";
import { readPage, type Page, type PageRequest } from "../cursor.ts";
import { endCheck } from "../../storage/check/write.ts";
import { refuse } from "../../domain/refusal/refusal.ts";
import { NO_EDIT } from "../../domain/change/change.ts";
import { createChange } from "../change/changes.ts";
import type { ChangeView } from "../change/types.ts";

/** A check with the number of its targets, and of the targets that are still to be requested. */
export interface CheckView {
  check: Check;
  targets: { total: number; open: number } | null;
}

export async function getCheck(ctx: ServiceContext, id: string): Promise<Result<CheckView>> {
  const { env, caller, nowMs } = ctx;
  const check = await selectCheck(env.DB, caller.reach, id, nowMs);
  if (check === null) return NOT_FOUND;
  return done({ check, targets: check.asksTargets ? await selectTargetCounts(env.DB, check.id) : null });
}

/** Lists the checks of the caller's workspace, newest first (`GET /checks`). */
export async function listChecks(ctx: ServiceContext, page: PageRequest): Promise<Result<Page<Check>>> {
  const { env, caller, nowMs } = ctx;
  return readPage<Check, string>({
    list: ["checks"],
    ...page,
    positionOf: ({ id }) => id,
    read: (part) => selectChecks(env.DB, caller.reach, { ...part, nowMs }),
  });
}

/** A result with the answer of its target; null if there is none yet, or the target is not requested. */
export type CheckRowView = CheckRow & { targetAnswer: TargetAnswer | null };

interface RowsRequest extends PageRequest {
  result: CheckResult | null;
}

/** Lists the results of a check in the order of its URLs (`GET /checks/{id}/rows`). */
export async function listCheckRows(
  ctx: ServiceContext,
  id: string,
  { result, ...request }: RowsRequest,
): Promise<Result<Page<CheckRowView>>> {
  const { env, caller, nowMs } = ctx;
  const check = await selectCheck(env.DB, caller.reach, id, nowMs);
  if (check === null) return NOT_FOUND;
  const page = await readPage<CheckRow, number>({
    list: ["check-rows", check.id, result],
    ...request,
    isPosition: (value): value is number => typeof value === "number",
    positionOf: ({ line }) => line,
    read: (part) => selectCheckRows(env.DB, check.id, result, part),
  });
  if (!page.ok) return page;
  const targets = [...new Set(page.value.items.flatMap(({ target }) => target ?? []))];
  const answers = check.asksTargets ? await selectTargetAnswers(env.DB, check.id, targets) : new Map();
  const items = page.value.items.map((row) => ({
    ...row,
    targetAnswer: answers.get(row.target ?? "") ?? null,
  }));
  return done({ ...page.value, items });
}

/** Deletes a check with its results, and stops it if it is running (`DELETE /checks/{id}`). */
export async function deleteCheck(ctx: ServiceContext, id: string): Promise<Result<null>> {
  const { env, caller, nowMs } = ctx;
  if ((await selectCheck(env.DB, caller.reach, id, nowMs)) === null) return NOT_FOUND;
  await env.DB.batch(endCheck(env.DB, { id, workspaceId: caller.workspace.id }, nowMs));
  return done(null);
}

/** The findings of a check that a change can correct. */
export const FIXES = ["chains"] as const;

/** Plans a change that points the chains of a check at their ends (`POST /checks/{id}/change`, contract 30.19). */
export async function fixCheck(
  ctx: ServiceContext,
  id: string,
  { fields, errors }: Draft<{ fix?: (typeof FIXES)[number][] }>,
): Promise<Result<ChangeView>> {
  const check = await selectCheck(ctx.env.DB, ctx.caller.reach, id, ctx.nowMs);
  if (check === null) return NOT_FOUND;
  if (Object.keys(errors).length > 0) return invalid(errors);
  if (fields.fix === undefined) return invalid({ fix: [refuse("required")] });
  if (check.state !== "done" && check.state !== "asking") {
    return invalid({ id: [refuse("check_not_done")] });
  }
  // The empty filter makes a version of the Worker without `chainsOf` change nothing.
  const request = {
    kind: "edit" as const,
    filter: { ids: [] },
    edit: NO_EDIT,
    isForced: false,
    chainsOf: check.id,
  };
  return createChange(ctx, { fields: { request, isUpload: false, rows: null }, errors: {} });
}

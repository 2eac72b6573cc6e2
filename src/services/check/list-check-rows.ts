import type { CheckResult, CheckRow, TargetAnswer } from "../../domain/check/check.ts";
import { selectCheck, selectCheckRows, selectTargetAnswers } from "../../storage/check/read.ts";
import type { ServiceContext } from "../context.ts";
import { readPage, type Page } from "../cursor.ts";
import { done, NOT_FOUND, type Result } from "../result.ts";

/** A result with the answer of its target; null if there is none yet, or the target is not requested. */
export type CheckRowView = CheckRow & { targetAnswer: TargetAnswer | null };

interface RowsRequest {
  perPage: number;
  cursor: string | undefined;
  result: CheckResult | null;
}

/** Lists the results of a check in the order of its URLs (`GET /checks/{id}/rows`). */
export async function listCheckRows(
  ctx: ServiceContext,
  id: string,
  { perPage, cursor, result }: RowsRequest,
): Promise<Result<Page<CheckRowView>>> {
  const { env, caller, nowMs } = ctx;
  const check = await selectCheck(env.DB, caller.reach, id, nowMs);
  if (check === null) return NOT_FOUND;
  const page = await readPage<CheckRow, number>({
    list: ["check-rows", check.id, result],
    cursor,
    perPage,
    isPosition: (value): value is number => typeof value === "number",
    positionOf: ({ line }) => line,
    read: (after, isBackward, limit) =>
      selectCheckRows(env.DB, check.id, result, { after, isBackward, limit }),
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

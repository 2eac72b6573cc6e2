import type { Check } from "../../domain/check/check.ts";
import { selectCheck, selectTargetCounts } from "../../storage/check/read.ts";
import type { ServiceContext } from "../context.ts";
import { done, NOT_FOUND, type Result } from "../result.ts";

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

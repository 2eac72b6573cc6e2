import type { Check } from "../../domain/check/check.ts";
import { selectTargetCounts } from "../../storage/check/read.ts";
import type { ServiceContext } from "../context.ts";
import { done, type Result } from "../result.ts";
import { openCheck } from "./internal/open-check.ts";

/** A check with the number of its targets, and of the targets that are still to be requested. */
export interface CheckView {
  check: Check;
  targets: { total: number; open: number } | null;
}

export async function getCheck(ctx: ServiceContext, id: string): Promise<Result<CheckView>> {
  const found = await openCheck(ctx, id, "viewer");
  if (!found.ok) return found;
  const check = found.value;
  return done({ check, targets: check.asksTargets ? await selectTargetCounts(ctx.env.DB, id) : null });
}

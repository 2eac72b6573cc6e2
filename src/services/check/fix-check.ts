import { refuse } from "../../domain/refusal/refusal.ts";
import { NO_EDIT } from "../../domain/change/change.ts";
import { selectCheck } from "../../storage/check/read.ts";
import { createChange } from "../change/create-change.ts";
import type { ChangeView } from "../change/types.ts";
import type { ServiceContext } from "../context.ts";
import { invalid, NOT_FOUND, type Draft, type Result } from "../result.ts";

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

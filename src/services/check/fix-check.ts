import { selectCheck } from "../../storage/check/read.ts";
import { createChange } from "../change/create-change.ts";
import type { ChangeView } from "../change/types.ts";
import type { ServiceContext } from "../context.ts";
import { requireRole } from "../require-role.ts";
import { failed, invalid, type Draft, type Result } from "../result.ts";

/** What a change can mend of a check. */
export const FIXES = ["chains"] as const;

/** Plans a change that points the chains of a check at their ends (`POST /checks/{id}/change`, contract 30.19). */
export async function fixCheck(
  ctx: ServiceContext,
  id: string,
  { fields, errors }: Draft<{ fix?: (typeof FIXES)[number][] }>,
): Promise<Result<ChangeView>> {
  const refused = requireRole(ctx, "editor");
  if (refused !== null) return refused;
  const check = await selectCheck(ctx.env.DB, ctx.caller.workspace.id, id, ctx.nowMs);
  if (check === null) return failed({ code: "not_found" });
  if (Object.keys(errors).length > 0) return invalid(errors);
  if (fields.fix === undefined) return invalid({ fix: ["is required"] });
  if (check.state !== "done" && check.state !== "asking") {
    return invalid({ id: ["is not done: its URLs are not all explained yet"] });
  }
  const edit = { set: {}, setsPassword: false, destinations: null, tagsAdd: [], tagsRemove: [] };
  // A version of the Worker that does not know `chainsOf` yet finds nothing to change.
  const request = { kind: "edit" as const, filter: { ids: [] }, edit, isForced: false, chainsOf: check.id };
  return createChange(ctx, { fields: { request, isUpload: false, rows: null }, errors: {} });
}

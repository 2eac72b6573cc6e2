import { hasFieldErrors, type FieldErrors } from "../../domain/field-error.ts";
import { HOST_SLOT } from "../../domain/slot.ts";
import { selectHeldNames } from "../../storage/host/read.ts";
import { assertFiles, updateAppearance, type AppearanceChange } from "../../storage/page/appearance.ts";
import type { ServiceContext } from "../context.ts";
import { isStale } from "../is-conflict.ts";
import { addAppearanceErrors, filesOf } from "../page/internal/check-appearance.ts";
import { publish } from "../publish.ts";
import { requireRole } from "../require-role.ts";
import { failed, invalid, type Draft, type Result } from "../result.ts";
import { getWorkspace, type WorkspaceView } from "./get-workspace.ts";

/** Changes how the pages look that visitors of all hostnames see (`PUT /workspace`). */
export async function changeAppearance(
  ctx: ServiceContext,
  draft: Draft<AppearanceChange>,
): Promise<Result<WorkspaceView>> {
  const refused = requireRole(ctx, "manager");
  if (refused !== null) return refused;
  const { DB } = ctx.env;
  const { id } = ctx.caller.workspace;
  const errors: FieldErrors = structuredClone(draft.errors);
  await addAppearanceErrors(DB, id, draft.fields, errors);
  if (hasFieldErrors(errors)) return invalid(errors);
  if (Object.keys(draft.fields).length > 0) {
    const hosts = await selectHeldNames(DB, id);
    const statements = [
      assertFiles(DB, id, filesOf(draft.fields)),
      updateAppearance(DB, id, draft.fields, ctx.nowMs),
    ];
    try {
      await publish(
        ctx,
        statements,
        hosts.map((host) => ({ host, slot: HOST_SLOT })),
      );
    } catch (error) {
      if (isStale(error)) return failed({ code: "busy" });
      throw error;
    }
  }
  return getWorkspace(ctx, id);
}

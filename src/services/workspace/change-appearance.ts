import { hasFieldErrors, type FieldErrors } from "../../domain/field-error.ts";
import type { AppearanceChange } from "../../domain/branding.ts";
import { assertFiles, updateAppearance } from "../../storage/page/appearance.ts";
import { selectWorkspace } from "../../storage/workspace/read.ts";
import { noteSettings } from "../activity/note-activity.ts";
import type { ServiceContext } from "../context.ts";
import { addAppearanceErrors, filesOf } from "../page/check-appearance.ts";
import { withoutRepeats } from "../page/without-repeats.ts";
import { invalid, type Draft, type Result } from "../result.ts";
import { getWorkspace, type WorkspaceView } from "./get-workspace.ts";
import { publishToHosts } from "./internal/publish-to-hosts.ts";

/** Changes the look of visitor pages on all hostnames (`PUT /workspace`). */
export async function changeAppearance(
  ctx: ServiceContext,
  draft: Draft<AppearanceChange>,
): Promise<Result<WorkspaceView>> {
  const { DB } = ctx.env;
  const { id } = ctx.caller.workspace;
  const errors: FieldErrors = structuredClone(draft.errors);
  const change = withoutRepeats((await selectWorkspace(DB, id))?.appearance ?? {}, draft.fields);
  await addAppearanceErrors(ctx, change, errors);
  if (hasFieldErrors(errors)) return invalid(errors);
  if (Object.keys(change).length > 0) {
    const statements = [
      assertFiles(DB, id, filesOf(change)),
      updateAppearance(DB, id, change, ctx.nowMs),
      ...noteSettings(ctx, Object.keys(change)),
    ];
    const published = await publishToHosts(ctx, statements);
    if (!published.ok) return published;
  }
  return getWorkspace(ctx, id);
}

import { isForeignKeyViolation } from "../../storage/commit.ts";
import { selectFileUse } from "../../storage/page/appearance.ts";
import { deletePageRow } from "../../storage/page/write.ts";
import type { ServiceContext } from "../context.ts";
import { requireRoleWithin } from "../require-role.ts";
import { done, failed, invalid, type Result } from "../result.ts";

/** Deletes a stored file that nothing shows (`DELETE /files/{name}`). */
export async function deletePage(ctx: ServiceContext, name: string): Promise<Result<null>> {
  const refused = requireRoleWithin(ctx, "editor");
  if (refused !== null) return refused;
  const { DB } = ctx.env;
  const workspaceId = ctx.caller.workspace.id;
  try {
    if (await deletePageRow(DB, workspaceId, name)) return done(null);
    const { isLogo, isPage } = await selectFileUse(DB, workspaceId, name);
    if (!isLogo && !isPage) return failed({ code: "not_found" });
    return invalid({ name: ["is named by branding or pages: change those first"] });
  } catch (error) {
    if (isForeignKeyViolation(error))
      return invalid({ name: ["is served by a record: change or delete the record first"] });
    throw error;
  }
}

import { isForeignKeyViolation } from "../../storage/commit.ts";
import { deletePageRow } from "../../storage/page/write.ts";
import type { ServiceContext } from "../context.ts";
import { requireRoleWithin } from "../require-role.ts";
import { done, failed, invalid, type Result } from "../result.ts";

/** Deletes a stored page that no record serves (`DELETE /files/{name}`). */
export async function deletePage(ctx: ServiceContext, name: string): Promise<Result<null>> {
  const refused = requireRoleWithin(ctx, "editor");
  if (refused !== null) return refused;
  try {
    const isDeleted = await deletePageRow(ctx.env.DB, ctx.caller.workspace.id, name);
    return isDeleted ? done(null) : failed({ code: "not_found" });
  } catch (error) {
    if (isForeignKeyViolation(error))
      return invalid({ name: ["is served by a record: change or delete the record first"] });
    throw error;
  }
}

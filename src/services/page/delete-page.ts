import { isForeignKeyViolation } from "../../storage/commit.ts";
import { deletePage as deleteStatement } from "../../storage/page/read.ts";
import type { ServiceContext } from "../context.ts";
import { done, failed, invalid, type Result } from "../result.ts";

/** Deletes a stored page that no record serves (`DELETE /files/{name}`). */
export async function deletePage(ctx: ServiceContext, name: string): Promise<Result<null>> {
  try {
    const { meta } = await deleteStatement(ctx.env.DB, ctx.caller.workspace.id, name).run();
    return meta.changes > 0 ? done(null) : failed({ code: "not_found" });
  } catch (error) {
    if (isForeignKeyViolation(error)) return invalid({ name: ["is served by a record"] });
    throw error;
  }
}

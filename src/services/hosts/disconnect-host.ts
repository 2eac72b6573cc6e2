import { HOST_SLOT } from "../../domain/source.ts";
import { isForeignKeyViolation } from "../../storage/commit.ts";
import { deleteHost, findHost } from "../../storage/hosts.ts";
import type { ServiceContext } from "../context.ts";
import { publish } from "../publish.ts";
import { done, failed, invalid, type Result } from "../result.ts";

/** Disconnects a hostname that no record lives on (`DELETE /host/{host}`). */
export async function disconnectHost(ctx: ServiceContext, host: string): Promise<Result<null>> {
  const { DB } = ctx.env;
  const { workspace } = ctx.caller;
  if ((await findHost(DB, workspace.id, host)) === null) return failed({ code: "not_found" });
  try {
    await publish(ctx, deleteHost(DB, workspace.id, host, ctx.nowMs), [{ host, slot: HOST_SLOT }]);
    return done(null);
  } catch (error) {
    if (isForeignKeyViolation(error)) return invalid({ host: ["has records: delete or move them first"] });
    throw error;
  }
}

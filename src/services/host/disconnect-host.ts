import type { Hostname } from "../../domain/hostname.ts";
import { HOST_SLOT } from "../../domain/slot.ts";
import { isForeignKeyViolation } from "../../storage/commit.ts";
import { makeClaimsDue } from "../../storage/claim/write.ts";
import { deleteHost } from "../../storage/host/write.ts";
import { isHeld } from "../../domain/host.ts";
import { selectHosts } from "../../storage/host/read.ts";
import type { ServiceContext } from "../context.ts";
import { publish } from "../publish.ts";
import { requireRole } from "../require-role.ts";
import { done, failed, invalid, type Result } from "../result.ts";
import { checkClaims } from "./check-claims.ts";

/** Disconnects a hostname without records (`DELETE /host/{host}`). A workspace that waits for it may hold it next. */
export async function disconnectHost(ctx: ServiceContext, host: Hostname): Promise<Result<null>> {
  const refused = requireRole(ctx, "editor");
  if (refused !== null) return refused;
  const { DB } = ctx.env;
  const { workspace } = ctx.caller;
  const row = (await selectHosts(DB, ctx.caller.reach, [host])).get(host);
  if (row === undefined) return failed({ code: "not_found" });
  const statements = deleteHost(DB, workspace.id, host, ctx.nowMs);
  try {
    if (isHeld(row)) {
      const freeing = [...statements, makeClaimsDue(DB, host, ctx.nowMs)];
      await publish(ctx, freeing, [{ host, slot: HOST_SLOT }]);
    } else {
      await DB.batch(statements);
    }
  } catch (error) {
    if (isForeignKeyViolation(error)) return invalid({ host: ["has records: delete or move them first"] });
    throw error;
  }
  // Gives the hostname to a waiting workspace. If this fails, cron does it later, and the call still succeeds.
  if (isHeld(row)) ctx.background(checkClaims(ctx, host).catch(() => undefined));
  return done(null);
}

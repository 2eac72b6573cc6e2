import { HOST_SLOT } from "../../domain/source.ts";
import { isForeignKeyViolation } from "../../storage/commit.ts";
import { makeClaimsDue } from "../../storage/claim/write.ts";
import { deleteHost, isHeld, listHosts } from "../../storage/host/write.ts";
import type { ServiceContext } from "../context.ts";
import { publish } from "../publish.ts";
import { done, failed, invalid, type Result } from "../result.ts";
import { settleClaims } from "./settle-claims.ts";

/** Disconnects a hostname that no record lives on (`DELETE /host/{host}`); who waited for it may hold it next. */
export async function disconnectHost(ctx: ServiceContext, host: string): Promise<Result<null>> {
  const { DB } = ctx.env;
  const { workspace } = ctx.caller;
  const row = (await listHosts(DB, workspace.id, [host])).get(host);
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
  // Whoever waited for it; that this fails is no failure of the call: the timer comes.
  if (isHeld(row)) ctx.background(settleClaims(ctx, host).catch(() => undefined));
  return done(null);
}

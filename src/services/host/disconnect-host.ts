import { othersOf } from "../../all-databases.ts";
import { refuse } from "../../domain/refusal/refusal.ts";
import type { Hostname } from "../../domain/hostname.ts";
import { HOST_SLOT } from "../../domain/slot.ts";
import { ATTEMPTS } from "../../runtime/retry-on-conflict.ts";
import { isForeignKeyViolation } from "../../storage/commit.ts";
import { assertSameKey, makeClaimsDue } from "../../storage/claim/write.ts";
import { deleteHost } from "../../storage/host/write.ts";
import { isHeld } from "../../domain/host.ts";
import { selectHosts } from "../../storage/host/read.ts";
import { noteActivity, toHostAct } from "../activity/note-activity.ts";
import type { ServiceContext } from "../context.ts";
import { isStale, retryWrite } from "../is-conflict.ts";
import { publish } from "../publish.ts";
import { done, invalid, NOT_FOUND, type Result } from "../result.ts";
import { tellHost } from "../webhook/tell-host.ts";
import { checkClaims } from "./check-claims.ts";

/** Disconnects a hostname without records (`DELETE /host/{host}`). A workspace that waits for it may hold it next. */
export async function disconnectHost(ctx: ServiceContext, host: Hostname): Promise<Result<null>> {
  const { DB } = ctx.env;
  const { workspace } = ctx.caller;
  return retryWrite({ attempts: ATTEMPTS.rare, isConflict: isStale }, async (): Promise<Result<null>> => {
    const row = (await selectHosts(DB, ctx.caller.reach, [host])).get(host);
    if (row === undefined) return NOT_FOUND;
    const isFreed = isHeld(row);
    const statements = [
      assertSameKey(DB, workspace.id, row.key),
      ...deleteHost(DB, workspace.id, host, ctx.nowMs),
      ...(isFreed ? [makeClaimsDue(DB, host, ctx.nowMs)] : []),
      ...noteActivity(ctx, [toHostAct("deleted", host)]),
      ...tellHost(ctx, workspace.id, host, "disconnected"),
    ];
    try {
      await publish(ctx, statements, isFreed ? [{ host, slot: HOST_SLOT }] : []);
    } catch (error) {
      if (isForeignKeyViolation(error)) return invalid({ host: [refuse("host_has_records")] });
      throw error;
    }
    if (isFreed) {
      for (const other of othersOf(ctx.env)) await makeClaimsDue(other.DB, host, ctx.nowMs).run();
    }
    // Gives the hostname to a waiting workspace. If this fails, cron does it later, and the call still succeeds.
    if (isFreed) ctx.background(checkClaims(ctx, host).catch(() => undefined));
    return done(null);
  });
}

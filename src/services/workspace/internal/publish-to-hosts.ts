import { ATTEMPTS, retryOnConflict } from "../../../runtime/retry-on-conflict.ts";
import { HOST_SLOT } from "../../../domain/slot.ts";
import { selectHeldNames } from "../../../storage/host/read.ts";
import { assertHeldNames } from "../../../storage/host/write.ts";
import type { ServiceContext } from "../../context.ts";
import { isStale } from "../../is-conflict.ts";
import { publish } from "../../publish.ts";
import { done, failed, type Result } from "../../result.ts";

/**
 * Commits a setting that the snapshots of all hostnames of the workspace show, and publishes these. Fails with
 * `busy` if an assertion among the statements fails at each attempt.
 */
export async function publishToHosts(
  ctx: ServiceContext,
  statements: D1PreparedStatement[],
): Promise<Result<null>> {
  const { DB } = ctx.env;
  const { id } = ctx.caller.workspace;
  // A conflict means that another hostname is now held, and must also show the new setting.
  const retry = { attempts: ATTEMPTS.wide, isConflict: isStale };
  const published = await retryOnConflict(retry, async (): Promise<Result<null>> => {
    const hosts = await selectHeldNames(DB, id);
    const touched = hosts.map((host) => ({ host, slot: HOST_SLOT }));
    await publish(ctx, [assertHeldNames(DB, id, hosts), ...statements], touched);
    return done(null);
  });
  return published ?? failed({ code: "busy" });
}

import type { Hostname } from "../../../domain/hostname.ts";
import { listAnsweringFor } from "../../../domain/answering-host.ts";
import { HOST_SLOT } from "../../../domain/slot.ts";
import { othersOf } from "../../../all-databases.ts";
import { assertNotElsewhere } from "../../../storage/directory/reservation.ts";
import { selectHeldHosts } from "../../../storage/host/read.ts";
import { stayBehind } from "../../../storage/projection/behind.ts";
import { drainLater, publish, publishLater, type PublishContext } from "../../publish.ts";
import { portionsOf } from "../../portion.ts";

/**
 * Commits the first or a new holder of a hostname. Every change of a holder uses this function: connecting,
 * checking claims and moving. A first holder needs `reserveHost` before.
 * @param recordCount the approximate number of records that become visible or invisible
 * @throws as `commit` does; after the commit nothing throws
 */
export async function publishHolder(
  ctx: PublishContext,
  host: Hostname,
  statements: D1PreparedStatement[],
  recordCount: number,
): Promise<void> {
  const own = [{ host, slot: HOST_SLOT }];
  const answering = listAnsweringFor(host);
  await markBehindElsewhere(ctx, answering);
  if (ctx.env.ALL !== undefined && ctx.env.DATABASE === undefined) {
    statements = [assertNotElsewhere(ctx.env.DB, host), ...statements];
  }
  if (recordCount <= portionsOf(ctx.env).snapshotsNow) {
    await publish(ctx, statements, own, answering, host);
    return;
  }
  await publishLater(ctx, statements, own, [host, ...answering], host);
  await drainLater(ctx.env);
}

/** Has hostnames of other databases that answered for this one until now answer from the database, as those of this one do. */
async function markBehindElsewhere(ctx: PublishContext, answering: Hostname[]): Promise<void> {
  for (const env of othersOf(ctx.env)) {
    const held = (await selectHeldHosts(env.DB, answering)).map(({ name }) => name);
    if (held.length === 0) continue;
    const nowMs = Math.max(ctx.nowMs, Date.now());
    await publish({ ...ctx, env }, [stayBehind(env.DB, held, nowMs)], [], held);
  }
}

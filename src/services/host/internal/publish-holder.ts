import type { Hostname } from "../../../domain/hostname.ts";
import { listAnsweringFor } from "../../../domain/answering-host.ts";
import { HOST_SLOT } from "../../../domain/slot.ts";
import { drainLater, publish, publishLater, type PublishContext } from "../../publish.ts";
import { portionsOf } from "../../portion.ts";

/**
 * Commits the first or a new holder of a hostname. Every change of a holder uses this function: connecting,
 * checking claims and moving.
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
  if (recordCount <= portionsOf(ctx.env).snapshotsNow) {
    await publish(ctx, statements, own, answering, host);
    return;
  }
  await publishLater(ctx, statements, own, [host, ...answering], host);
  await drainLater(ctx.env);
}

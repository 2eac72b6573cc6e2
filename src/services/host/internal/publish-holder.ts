import { HOST_SLOT } from "../../../domain/slot.ts";
import { listAnsweringFor } from "../../../domain/visited-host.ts";
import { drainLater, MANY_SLOTS, publish, publishLater, type PublishContext } from "../../publish.ts";

/**
 * Commits that a hostname gets its first holder or another one. Every change of a holder passes here:
 * connecting, settling claims and moving.
 * @param recordCount about how many records become visible or invisible
 * @throws as `commit` does; after the commit nothing throws
 */
export async function publishHolder(
  ctx: PublishContext,
  host: string,
  statements: D1PreparedStatement[],
  recordCount: number,
): Promise<void> {
  const own = [{ host, slot: HOST_SLOT }];
  const answering = listAnsweringFor(host);
  if (recordCount <= MANY_SLOTS) {
    await publish(ctx, statements, own, answering, host);
    return;
  }
  await publishLater(ctx, statements, own, [host, ...answering], host);
  await drainLater(ctx.env);
}

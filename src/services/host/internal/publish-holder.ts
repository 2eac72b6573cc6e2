import { HOST_SLOT } from "../../../domain/source.ts";
import { listAnsweringFor } from "../../../domain/visited-host.ts";
import { drainLater, MANY_SLOTS, publish, publishLater, type PublishContext } from "../../publish.ts";

/**
 * Commits that a hostname starts to be answered, or is answered from another claim. Every such commit
 * comes through here: connecting, passing on and moving.
 * @param recordCount about how many records appear or go with it
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

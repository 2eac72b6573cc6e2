import { DeadlineError, withDeadline } from "../deadline.ts";
import { commit, type Commit, type Slot } from "../storage/commit.ts";
import { project, raiseMemory } from "../storage/project.ts";
import type { ServiceContext } from "./context.ts";

/** How long an answer waits for the store: the commit stands, so a slow store delays the edge only. */
const PROJECTION_DEADLINE_MS = 2_000;
const RETRY_SECONDS = 2;

/** What publishing needs: requests have it, jobs too. */
export type PublishContext = Pick<ServiceContext, "env" | "nowMs" | "background">;

/**
 * Commits, and has the edge follow: at once in this isolate, in the store by the time this
 * returns, or else by the consumer and the sweep (section 3).
 * @throws as `commit` does; after the commit nothing throws
 */
export async function publish(
  ctx: PublishContext,
  statements: D1PreparedStatement[],
  touched: Slot[],
): Promise<Commit> {
  const committed = await commit(ctx.env.DB, statements, touched, ctx.nowMs);
  raiseMemory(committed.seq, committed.touched);
  const projecting = projectCommit(ctx, committed);
  ctx.background(projecting);
  try {
    await withDeadline(projecting, PROJECTION_DEADLINE_MS);
  } catch (error) {
    if (!(error instanceof DeadlineError)) throw error;
  }
  return committed;
}

/** The same for writes too many to wait for: the database answers what the store does not know yet. */
export async function publishLater(
  ctx: PublishContext,
  statements: D1PreparedStatement[],
  touched: Slot[],
): Promise<Commit> {
  const committed = await commit(ctx.env.DB, statements, touched, ctx.nowMs);
  raiseMemory(committed.seq, committed.touched);
  return committed;
}

async function projectCommit(ctx: PublishContext, { seq, touched }: Commit): Promise<void> {
  try {
    const cleared = await project(
      ctx.env,
      touched.map((slot) => ({ ...slot, seq })),
      ctx.nowMs,
    );
    if (cleared < touched.length) await callConsumer(ctx, RETRY_SECONDS);
  } catch (error) {
    console.warn(`snapshots stay pending: ${String(error)}`);
    await callConsumer(ctx, RETRY_SECONDS);
  }
}

/** Has the consumer work off pending notes. That it cannot be called is no failure: the sweep comes. */
export async function callConsumer(ctx: PublishContext, delaySeconds: number): Promise<void> {
  try {
    await ctx.env.PROJECTION.send({ kind: "drain" }, { delaySeconds });
  } catch (error) {
    console.warn(`the projection queue takes no message: ${String(error)}`);
  }
}

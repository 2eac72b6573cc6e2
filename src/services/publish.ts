import { DeadlineError, withDeadline } from "../runtime/deadline.ts";
import type { Env } from "../env.ts";
import { HOST_SLOT, type Slot } from "../domain/slot.ts";
import { commit, type CommitOptions } from "../storage/commit.ts";
import { LEASE_MS, noteSlotsAgain, type Note } from "../storage/projection/outbox.ts";
import { project, raiseMemory, type ProjectOptions } from "../storage/projection/project.ts";
import { projectorOf, type Projector } from "../storage/projection/projector.ts";
import type { ServiceContext } from "./context.ts";
import { log } from "../runtime/log.ts";
import { portionsOf } from "./portion.ts";
import { startDelivery } from "./send-messages.ts";

/** The longest wait of a response for KV. The commit is already done, so that a slow KV delays only the edge. */
const PROJECTION_DEADLINE_MS = 2_000;
const RETRY_SECONDS = 2;
/** The delay of the consumer for new notes, so that the snapshot of the hostname is written first. */
const HOST_FIRST_SECONDS = 2;

export type PublishContext = Pick<ServiceContext, "env" | "nowMs" | "background">;

/**
 * Commits, and publishes the snapshots: in this isolate at once, and in KV before this function returns, or,
 * if KV is too slow, by the consumer and the sweep (contract 19.5).
 * @param behind the hostnames that count as behind from this commit on
 * @param renumbered a hostname whose slots get their new numbers by the statements themselves
 * @throws as `commit` does; after the commit nothing throws
 */
export async function publish(
  ctx: PublishContext,
  statements: D1PreparedStatement[],
  touched: Slot[],
  behind: string[] = [],
  renumbered?: string,
): Promise<void> {
  const isMany = touched.length > portionsOf(ctx.env).snapshotsNow;
  const leasedAtMs = projectorOf(ctx.env).clock();
  const { first, rest } = await commitNotes(ctx, statements, touched, {
    leasedUntilMs: leasedAtMs + LEASE_MS,
    behind: isMany ? [...behind, ...hostsOfRecords(touched)] : behind,
    renumbered,
  });
  // After a small write no hostname counts as behind, so it must not prolong that of an earlier write.
  await projectInTime(ctx, first, rest, { leasedAtMs, prolongs: isMany || renumbered !== undefined });
}

/**
 * Commits as `publish` does, for more writes than a response can wait for. The consumer processes the notes,
 * and the edge asks the database for their hostnames as soon as this function returns.
 */
export async function publishLater(
  ctx: PublishContext,
  statements: D1PreparedStatement[],
  touched: Slot[],
  behind: string[] = [],
  renumbered?: string,
): Promise<void> {
  const { first } = await commitNotes(ctx, statements, touched, {
    leasedUntilMs: projectorOf(ctx.env).clock() + 1000 * HOST_FIRST_SECONDS,
    behind: [...behind, ...hostsOfRecords(touched)],
    renumbered,
  });
  await projectInTime(ctx, first, [], {});
}

/** Calls the consumer for the notes that `publishLater` left. Never rejects. */
export function drainLater(env: Env): Promise<void> {
  return callConsumer(env, "drain", HOST_FIRST_SECONDS);
}

function hostsOfRecords(touched: Slot[]): string[] {
  return touched.filter(({ slot }) => slot !== HOST_SLOT).map(({ host }) => host);
}

/**
 * Commits, and publishes in this isolate.
 * @returns the notes of the commit; `first` are those of hostnames that it has marked as behind or renumbered
 */
async function commitNotes(
  ctx: PublishContext,
  statements: D1PreparedStatement[],
  touched: Slot[],
  options: CommitOptions,
): Promise<{ first: Note[]; rest: Note[] }> {
  const committed = await commit(ctx.env.DB, statements, touched, ctx.nowMs, options);
  raiseMemory(projectorOf(ctx.env), committed);
  const { seq, newlyBehind, webhooks } = committed;
  if (webhooks.length > 0) ctx.background(startDelivery(ctx, webhooks));
  const hosts = new Set<string | undefined>([...newlyBehind, options.renumbered]);
  const isFirst = ({ host, slot }: Slot) => slot === HOST_SLOT && hosts.has(host);
  const notes = committed.touched.map((slot) => ({ ...slot, seq }));
  return { first: notes.filter(isFirst), rest: notes.filter((note) => !isFirst(note)) };
}

async function projectInTime(
  ctx: PublishContext,
  first: Note[],
  rest: Note[],
  options: ProjectOptions,
): Promise<void> {
  if (first.length === 0 && rest.length === 0) return;
  const projecting = projectNotes(ctx, first, rest, options);
  ctx.background(projecting);
  try {
    await withDeadline(projecting, PROJECTION_DEADLINE_MS);
  } catch (error) {
    if (!(error instanceof DeadlineError)) throw error;
  }
}

/** @param first the notes of hostnames that are behind from now on, which must be written before all other notes */
async function projectNotes(
  ctx: PublishContext,
  first: Note[],
  rest: Note[],
  options: ProjectOptions,
): Promise<void> {
  try {
    const projector = projectorOf(ctx.env);
    let left = first.length === 0 ? 0 : await projectFirst(projector, first);
    if (rest.length > 0) left += (await project(projector, rest, options)).left;
    if (left > 0) await callConsumer(ctx.env, "drain", RETRY_SECONDS);
  } catch (error) {
    log("warn", "snapshots_stay_pending", { error: String(error) });
    await callConsumer(ctx.env, "drain", RETRY_SECONDS);
  }
}

/**
 * Writes snapshots of hostnames as behind, and again a second later if KV has just had a write of the key.
 * While KV says that a hostname is complete, a broader source answers for records that KV lacks.
 * @returns the number of notes that are left
 */
async function projectFirst(projector: Projector, notes: Note[]): Promise<number> {
  const { left } = await project(projector, notes);
  if (left === 0) return 0;
  await scheduler.wait(projector.pace.intervalMs);
  // Leaves out notes that another consumer has leased since.
  const again = await noteSlotsAgain(projector.db, notes, projector.clock());
  return again.length === 0 ? 0 : (await project(projector, again)).left;
}

/** Calls the consumer of the projection queue. Never rejects, because the sweep replaces a lost call. */
export async function callConsumer(
  env: Env,
  kind: "drain" | "reproject" | "sweep-keys" | "complete-hosts",
  delaySeconds = 0,
): Promise<void> {
  try {
    await env.PROJECTION.send({ kind }, { delaySeconds });
  } catch (error) {
    log("warn", "projection_message_not_queued", { kind, error: String(error) });
  }
}

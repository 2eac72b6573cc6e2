import { DeadlineError, withDeadline } from "../runtime/deadline.ts";
import type { Env } from "../env.ts";
import { HOST_SLOT, type Slot } from "../domain/slot.ts";
import { commit, type Commit } from "../storage/commit.ts";
import { LEASE_MS, noteSlotsAgain, type Note } from "../storage/projection/outbox.ts";
import { project, raiseMemory, type ProjectOptions } from "../storage/projection/project.ts";
import { projectorOf, type Projector } from "../storage/projection/projector.ts";
import type { ServiceContext } from "./context.ts";
import { log } from "../runtime/log.ts";

/** The longest wait of a response for KV. The commit is already done, so that a slow KV delays only the edge. */
const PROJECTION_DEADLINE_MS = 2_000;
const RETRY_SECONDS = 2;
/** Writing more slots than this to KV takes a noticeable time. */
export const MANY_SLOTS = 50;
/** The delay of the consumer for new notes, so that the snapshot of the hostname is written first. */
const HOST_FIRST_SECONDS = 2;

/** The context that publishing needs. Requests and jobs have it. */
export type PublishContext = Pick<ServiceContext, "env" | "nowMs" | "background">;

/**
 * Commits, and publishes the snapshots: in this isolate at once, and in KV before this function returns, or,
 * if KV is too slow, by the consumer and the sweep (contract 19.5).
 * @param behind the hostnames that count as behind from this commit on
 * @param renumbered a hostname whose slots the statements themselves number
 * @throws as `commit` does; after the commit nothing throws
 */
export async function publish(
  ctx: PublishContext,
  statements: D1PreparedStatement[],
  touched: Slot[],
  behind: string[] = [],
  renumbered?: string,
): Promise<Commit> {
  const hosts = touched.length > MANY_SLOTS ? [...behind, ...hostsOfRecords(touched)] : behind;
  const projector = projectorOf(ctx.env);
  const leasedAtMs = projector.clock();
  const options = { leasedUntilMs: leasedAtMs + LEASE_MS, behind: hosts, renumbered };
  const committed = await commit(ctx.env.DB, statements, touched, ctx.nowMs, options);
  raiseMemory(projector, committed);
  // A small write leaves no hostname behind, so it must not keep one behind for longer.
  const prolongs = touched.length > MANY_SLOTS || renumbered !== undefined;
  await projectInTime(ctx, isFirstOf(committed, renumbered), notesOf(committed), { leasedAtMs, prolongs });
  return committed;
}

/**
 * Commits as `publish` does, for more writes than a response can wait for. The consumer processes the notes,
 * and the edge asks the database for their hostnames as soon as this function returns.
 * @param behind further hostnames that count as behind from this commit on
 * @param renumbered a hostname whose slots the statements themselves number
 */
export async function publishLater(
  ctx: PublishContext,
  statements: D1PreparedStatement[],
  touched: Slot[],
  behind: string[] = [],
  renumbered?: string,
): Promise<Commit> {
  const projector = projectorOf(ctx.env);
  const leasedUntilMs = projector.clock() + 1000 * HOST_FIRST_SECONDS;
  const options = { leasedUntilMs, behind: [...behind, ...hostsOfRecords(touched)], renumbered };
  const committed = await commit(ctx.env.DB, statements, touched, ctx.nowMs, options);
  raiseMemory(projector, committed);
  const isFirst = isFirstOf(committed, renumbered);
  await projectInTime(ctx, isFirst, notesOf(committed).filter(isFirst), {});
  return committed;
}

/** Calls the consumer for the notes that `publishLater` left. Never rejects. */
export function drainLater(env: Env): Promise<void> {
  return callConsumer(env, "drain", HOST_FIRST_SECONDS);
}

/** Returns the hostnames whose records are touched. */
function hostsOfRecords(touched: Slot[]): string[] {
  return touched.filter(({ slot }) => slot !== HOST_SLOT).map(({ host }) => host);
}

function notesOf({ seq, touched }: Commit): Note[] {
  return touched.map((slot) => ({ ...slot, seq }));
}

type IsFirst = (note: Note) => boolean;

/** Returns a test for the notes of hostnames that the commit marked as behind or renumbered. */
function isFirstOf({ newlyBehind }: Commit, renumbered: string | undefined): IsFirst {
  const hosts = new Set(renumbered === undefined ? newlyBehind : [...newlyBehind, renumbered]);
  return ({ host, slot }) => slot === HOST_SLOT && hosts.has(host);
}

async function projectInTime(
  ctx: PublishContext,
  isFirst: IsFirst,
  notes: Note[],
  options: ProjectOptions,
): Promise<void> {
  if (notes.length === 0) return;
  const projecting = projectNotes(
    ctx,
    notes.filter(isFirst),
    notes.filter((note) => !isFirst(note)),
    options,
  );
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

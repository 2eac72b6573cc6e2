import { DeadlineError, withDeadline } from "../deadline.ts";
import type { Env } from "../env.ts";
import { HOST_SLOT } from "../domain/source.ts";
import { commit, type Commit, type Slot } from "../storage/commit.ts";
import { LEASE_MS, noteAgain, type Note } from "../storage/projection/notes.ts";
import { project, raiseMemory, type ProjectOptions } from "../storage/projection/project.ts";
import { projectorOf, type Projector } from "../storage/projection/projector.ts";
import type { ServiceContext } from "./context.ts";

/** How long an answer waits for the store: the commit stands, so a slow store delays the edge only. */
const PROJECTION_DEADLINE_MS = 2_000;
const RETRY_SECONDS = 2;
/** Writes of more slots than this leave the edge behind for a moment that counts. */
export const MANY_SLOTS = 50;
/** The consumer leaves new notes alone for so long: the hostname's own snapshot goes first. */
const HOST_FIRST_SECONDS = 2;

/** What publishing needs: requests have it, jobs too. */
export type PublishContext = Pick<ServiceContext, "env" | "nowMs" | "background">;

/**
 * Commits, and has the edge follow: at once in this isolate, in the store by the time this
 * returns, or else by the consumer and the sweep (contract 19.1 and 19.5).
 * @param behind hostnames that are to count as behind from this commit on
 * @param renumbered a hostname of which statements number slots themselves
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
  // What one write changes leaves no hostname behind, so it does not keep one behind, either.
  const prolongs = touched.length > MANY_SLOTS || renumbered !== undefined;
  await projectInTime(ctx, isFirstOf(committed, renumbered), notesOf(committed), { leasedAtMs, prolongs });
  return committed;
}

/**
 * The same for writes too many to wait for: the notes are the consumer's, and the edge asks the
 * database for their hostnames from the moment that this returns.
 * @param behind further hostnames that are to count as behind from this commit on
 * @param renumbered a hostname of which statements number slots themselves
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

/** Calls the consumer for what `publishLater` left. Never rejects. */
export function drainLater(env: Env): Promise<void> {
  return callConsumer(env, "drain", HOST_FIRST_SECONDS);
}

/** Hostnames of which more is touched than their own snapshot. */
function hostsOfRecords(touched: Slot[]): string[] {
  return touched.filter(({ slot }) => slot !== HOST_SLOT).map(({ host }) => host);
}

function notesOf({ seq, touched }: Commit): Note[] {
  return touched.map((slot) => ({ ...slot, seq }));
}

type IsFirst = (note: Note) => boolean;

/** Whether a note is of the own snapshot of a hostname that the commit left behind, or renumbered. */
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

/** @param first hostnames that are behind from now on: the edge has to know before any slot of theirs is put */
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
    console.warn(`snapshots stay pending: ${String(error)}`);
    await callConsumer(ctx.env, "drain", RETRY_SECONDS);
  }
}

/**
 * Puts hostnames as behind, once more a second later where their key was put just before: as long as KV
 * calls them complete, a broader source answers for what is not there yet.
 * @returns how many notes are left
 */
async function projectFirst(projector: Projector, notes: Note[]): Promise<number> {
  const { left } = await project(projector, notes);
  if (left === 0) return 0;
  await scheduler.wait(projector.pace.intervalMs);
  // What a drain has leased meanwhile is the drain's.
  const again = await noteAgain(projector.db, notes, projector.clock());
  return again.length === 0 ? 0 : (await project(projector, again)).left;
}

/** Calls the consumer of the projection. Never rejects: the sweep does what nobody was called for. */
export async function callConsumer(
  env: Env,
  kind: "drain" | "reproject" | "sweep-keys" | "complete-hosts",
  delaySeconds = 0,
): Promise<void> {
  try {
    await env.PROJECTION.send({ kind }, { delaySeconds });
  } catch (error) {
    console.warn(`the projection queue takes no message: ${String(error)}`);
  }
}

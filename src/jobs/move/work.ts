import { allOf, namedIn } from "../../all-databases.ts";
import { bindingOf, nameOf } from "../../storage/directory/reservation.ts";
import { meterDatabase } from "../../storage/meter.ts";
import { selectHeldNames } from "../../storage/host/read.ts";
import * as hostnames from "../../storage/move/hosts.ts";
import * as moves from "../../storage/move/move.ts";
import type { Shape } from "../../storage/move/shape.ts";
import type { JobRun } from "../job-run.ts";

/** What a run of a move works with. */
export interface Work {
  job: JobRun;
  move: moves.Move;
  /** The names of the databases in the directory, and whose hostnames pass. */
  passing: hostnames.Passing;
  from: D1Database;
  to: D1Database;
  /** The database with the directory. */
  first: D1Database;
  run: string;
  shapes: Shape[];
}

export function toWork(job: JobRun, move: moves.Move, run: string): Work {
  const { env, budget } = job;
  const all = allOf(env);
  const target = namedIn(all, bindingOf(move.other));
  const to = meterDatabase(target.DB, (statements, calls) => {
    budget.used.statements += statements;
    budget.used.subrequests += calls;
  });
  const passing = { workspaceId: move.workspaceId, from: nameOf(env.DATABASE), to: move.other };
  return { job, move, passing, from: env.DB, to, first: all[0].DB, run, shapes: [] };
}

/**
 * Makes this run the only one in the other database too. Returns whether that one has the workspace by now. If it has not, the
 * workspace takes writes here, whatever a run before was about to do.
 */
export async function arrives(work: Work): Promise<boolean> {
  const { to, first, move, passing, run, job } = work;
  // Before this run is the only one: what passes later passes by another run, which has overtaken this one.
  const sinceMs = await hostnames.selectPassingSince(first, passing);
  const there = await moves.takeArrival(to, move, passing.from, run, job.nowMs);
  if (there.hasArrived === 1) return true;
  if (sinceMs !== null) await hostnames.endPassingAll(first, passing, false, sinceMs);
  if (isClosed(move)) {
    await forgetSlots(work);
    await enter(work, "copying");
  }
  // The last batch of a run may have had no answer. By more they differ if one of both was restored to a time during the move.
  const more = there.batches - move.progress.batches;
  if (move.state === "copying" && more !== 0 && more !== 1) await enter(work, "clearing", moves.START);
  return false;
}

export async function forgetSlots({ from, to, run, move }: Work): Promise<void> {
  await hostnames.forgetSlots(to, run, await selectHeldNames(from, move.workspaceId));
}

export const isClosed = ({ state }: moves.Move) => state === "folding" || state === "closed";

/** @param progress where the work of the state begins; as it is, if absent */
export async function enter(
  { from, run, move }: Work,
  state: moves.MoveState,
  progress?: moves.MoveProgress,
  statements?: D1PreparedStatement[],
): Promise<void> {
  const next = { state, ...(progress && { progress }) };
  await moves.setMove(from, run, next, statements);
  Object.assign(move, next);
}

/** The statements of a page, or of what takes about as many. */
export const STATEMENTS_OF_PAGE = 60;

/** Visits the tables from where the move stands, page by page. Returns false if there is no room for another. */
export async function walk(
  { from, run, move, job }: Work,
  shapes: Shape[],
  visit: (shape: Shape, after: unknown[] | null) => Promise<unknown[] | null>,
): Promise<boolean> {
  for (;;) {
    const { table, after } = move.progress;
    const shape = shapes[table];
    if (shape === undefined) return true;
    if (!job.budget.hasRoom(STATEMENTS_OF_PAGE)) return false;
    const next = await visit(shape, after);
    const place = next === null ? { table: table + 1, after: null } : { table, after: next };
    move.progress = { ...move.progress, ...place };
    await moves.setMove(from, run, { progress: move.progress });
  }
}

export function withoutWaiting(job: JobRun): JobRun {
  return { ...job, env: { ...job.env, CLICKS_WAIT_MINUTES: "0" } };
}

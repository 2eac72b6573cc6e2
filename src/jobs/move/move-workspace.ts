import { MINUTE_MS } from "../../domain/time.ts";
import { chunk } from "../../runtime/chunk.ts";
import { log } from "../../runtime/log.ts";
import { AssertionError, isForeignKeyViolation, isUniqueViolation, runBatch } from "../../storage/commit.ts";
import { newLease } from "../../storage/lease.ts";
import * as moves from "../../storage/move/move.ts";
import { isQuiet } from "../../storage/move/ready.ts";
import { readShapes } from "../../storage/move/shape.ts";
import { movedTables } from "../../storage/move/table.ts";
import { listTriggers } from "../../storage/move/trigger.ts";
import { prepareAll } from "../../storage/statement.ts";
import type { JobRun } from "../job-run.ts";
import { leave } from "./close.ts";
import { copy } from "./copy.ts";
import { cancel, clear, remove, removeOld } from "./remove.ts";
import { arrives, enter, isClosed, toWork, type Work } from "./work.ts";

/**
 * Goes on with the move of a workspace from this database to another one (contract 39.8, docs/databases.md). Returns whether
 * something is left to do.
 */
export async function moveWorkspace(job: JobRun): Promise<boolean> {
  const { env, nowMs } = job;
  await moves.deleteOldMoves(env.DB, nowMs);
  const run = newLease();
  const move = await moves.takeMove(env.DB, run, nowMs);
  if (move === null) return clearUnseen(job, run);
  const work = toWork(job, move, run);
  try {
    return await goOn(work);
  } catch (error) {
    // Another run goes on with it.
    if (error instanceof AssertionError) return true;
    log("warn", "move_failed", { workspace_id: move.workspaceId, error: String(error) });
    const isMixed = isForeignKeyViolation(error) || isUniqueViolation(error);
    await moves.noteFailure(env.DB, run, String(error), isMixed);
    if (isClosed(move)) await reopen(job);
    throw error;
  }
}

/** For so long the rows of a workspace that has left are kept for calls that began before. */
const KEPT_MS = 15 * MINUTE_MS;

async function goOn(work: Work): Promise<boolean> {
  const { move, from } = work;
  if (await arrives(work)) {
    await leave(work);
    if (work.job.nowMs < (move.leftAtMs ?? 0) + KEPT_MS) return false;
  } else if (move.state === "left") {
    throw new Error(
      `${move.other} has lost the workspace, which had arrived: restore both databases to the same time`,
    );
  }
  work.shapes = await readShapes(from, movedTables(move.workspaceId, move.begunAtMs), move.workspaceId);
  for (let step = STEPS[move.state]; step !== undefined; step = STEPS[move.state]) {
    if (!(await step(work))) return true;
  }
  return false;
}

/** Takes writes again at once after a failure, unless the workspace has arrived nevertheless. */
async function reopen(job: JobRun): Promise<void> {
  const run = newLease();
  const move = await moves.takeMove(job.env.DB, run, job.nowMs);
  if (move !== null) await arrives(toWork(job, move, run));
}

/** What is done in each state, until the next one is reached. Returns false if it goes on in another run. */
const STEPS: { [K in moves.MoveState]?: (work: Work) => Promise<boolean> } = {
  begun: begin,
  copying: copy,
  left: removeOld,
  clearing: clear,
  cancelling: cancel,
};

const TRIGGERS_AT_ONCE = 60;

async function begin(work: Work): Promise<boolean> {
  const { from, to, run, move, shapes, job } = work;
  if (!(await isQuiet(to, job.nowMs))) return false;
  for (const some of chunk(listTriggers(shapes, move.workspaceId), TRIGGERS_AT_ONCE)) {
    await runBatch(from, [moves.assertRun(from, run), ...prepareAll(from, some)]);
  }
  await enter(work, "copying", moves.START);
  return true;
}

/**
 * Deletes what was copied of a workspace whose own database has it, and knows nothing of a move to here: one of both was
 * restored to another time.
 * @throws Error if its own database has it no longer
 */
async function clearUnseen(job: JobRun, run: string): Promise<boolean> {
  const { DB } = job.env;
  const move = await moves.takeUnseen(DB, run, job.nowMs);
  if (move === null) return false;
  const work = toWork(job, move, run);
  if (await moves.hasMove(work.to, move.id)) return false;
  if (!(await moves.hasWorkspace(work.to, move.workspaceId)))
    throw new Error(
      `the workspace ${move.workspaceId} has left ${move.other}: restore both databases to the same time`,
    );
  work.shapes = await readShapes(DB, movedTables(move.workspaceId, move.begunAtMs), move.workspaceId);
  if (!(await remove(work, DB))) return true;
  log("warn", "move_forgotten", { workspace_id: move.workspaceId, database: move.other });
  await moves.deleteMove(DB, run);
  return false;
}

import { deletePage } from "../../storage/move/copy.ts";
import * as hostnames from "../../storage/move/hosts.ts";
import * as moves from "../../storage/move/move.ts";
import { dropTriggers } from "../../storage/move/trigger.ts";
import { enter, forgetSlots, STATEMENTS_OF_PAGE, walk, type Work } from "./work.ts";

/** Of the triggers that are dropped. */
const STATEMENTS_OF_END = 200;

export async function removeOld(work: Work): Promise<boolean> {
  const { from, move, run, job } = work;
  while (await hostnames.forgetLeftSlots(from, move.workspaceId)) {
    if (!job.budget.hasRoom(STATEMENTS_OF_PAGE)) return false;
  }
  if (!(await remove(work, from)) || !job.budget.hasRoom(STATEMENTS_OF_END)) return false;
  await dropTriggers(from, run);
  await moves.deleteMove(from, run);
  return false;
}

export async function clear(work: Work): Promise<boolean> {
  await forgetSlots(work);
  if (!(await remove(work, work.to))) return false;
  await enter(work, "begun", moves.START);
  return true;
}

export async function cancel(work: Work): Promise<boolean> {
  const { from, to, run, job } = work;
  await forgetSlots(work);
  if (!(await remove(work, to)) || !job.budget.hasRoom(STATEMENTS_OF_END)) return false;
  await moves.deleteMove(to, run);
  await dropTriggers(from, run);
  await enter(work, "cancelled");
  return false;
}

/** Deletes all rows of the workspace in a database. Returns false if some are left. */
export async function remove(work: Work, db: D1Database): Promise<boolean> {
  const { run, shapes, move } = work;
  const ends = shapes.filter(({ isLog, name }) => !isLog && name !== "users").toReversed();
  if (!(await walk(work, ends, (shape, after) => deletePage(db, run, shape, after)))) return false;
  await moves.deleteRest(db, move.workspaceId);
  return true;
}

import { hasNoPassing, isReady } from "../../storage/move/ready.ts";
import { copyNoted, copyPage } from "../../storage/move/copy.ts";
import * as hostnames from "../../storage/move/hosts.ts";
import * as moves from "../../storage/move/move.ts";
import { foldClicks } from "../fold-clicks.ts";
import { close, leave } from "./close.ts";
import { arrives, walk, withoutWaiting, type Work } from "./work.ts";

const STATEMENTS_OF_NOTES = 250;
const STATEMENTS_OF_CLOSING = 500;
/** So much that was written is copied while the workspace is closed, in rows as `copyNoted` counts them. */
const FEW_ROWS = 200;
/** A run that is so old leaves the end to the next one. */
const LATEST_CLOSING_MS = 20_000;

/** Copies all tables, then what was written since, until the move can be ended. */
export async function copy(work: Work): Promise<boolean> {
  const { shapes, job } = work;
  const early = shapes.filter(({ when }) => when !== "late");
  if (!(await walk(work, early, (shape, after) => copyPage(work, shape, after)))) return false;
  if (!(await catchUp(work))) return false;
  // Most clicks are added before the workspace is closed.
  await foldClicks(withoutWaiting(job));
  if (!(await catchUp(work))) return false;
  if (!job.budget.hasRoom(STATEMENTS_OF_CLOSING) || job.budget.elapsedMs > LATEST_CLOSING_MS) return false;
  if (!(await mayClose(work))) return false;
  if (await close(work)) {
    await leave(work);
    return false;
  }
  await arrives(work);
  await moves.noteFailure(
    work.from,
    work.run,
    "The workspace could not be closed: something else was still writing.",
  );
  return false;
}

/** Copies what was written since, until little is left. Returns false if there is no room for it. */
async function catchUp(work: Work): Promise<boolean> {
  while ((await copyNoted(work, work.shapes)) >= FEW_ROWS) {
    if (!work.job.budget.hasRoom(STATEMENTS_OF_NOTES)) return false;
  }
  return true;
}

async function mayClose({ from, first, move, job }: Work): Promise<boolean> {
  if (!(await isReady(from, move.workspaceId, job.nowMs))) return false;
  return hasNoPassing(first, move.workspaceId, await hostnames.selectNames(from, move.workspaceId));
}

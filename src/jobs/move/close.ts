import { log } from "../../runtime/log.ts";
import { copySlots } from "../../storage/claim/pass.ts";
import { endWaiting } from "../../storage/click/fold.ts";
import { raiseSequence, selectSequence } from "../../storage/directory/reservation.ts";
import { copyLast, copyNoted } from "../../storage/move/copy.ts";
import { selectHeldNames } from "../../storage/host/read.ts";
import * as hostnames from "../../storage/move/hosts.ts";
import * as moves from "../../storage/move/move.ts";
import { isCounted } from "../../storage/move/ready.ts";
import { foldClicks } from "../fold-clicks.ts";
import { foldMisses } from "../fold-misses.ts";
import { drainProjections } from "../projection/drain.ts";
import { enter, withoutWaiting, type Work } from "./work.ts";

/** The longest time that a workspace is closed before another attempt is made later. */
const CLOSED_MS = 10_000;
const SETTLES_MS = 50;

/**
 * Refuses clicks, adds up those that are stored, refuses all writes of the workspace, and makes the other database the one
 * that has it. Returns false if something is not settled in time.
 */
export async function close(work: Work): Promise<boolean> {
  const { from, to, first, move, passing, shapes, job } = work;
  const { workspaceId } = move;
  const untilMs = Date.now() + CLOSED_MS;
  const settle = async (isSettled: () => Promise<boolean>, act: () => Promise<unknown>) => {
    while (!(await isSettled())) {
      if (Date.now() > untilMs) return false;
      await act();
      await scheduler.wait(SETTLES_MS);
    }
    return true;
  };
  await enter(work, "folding");
  const count = async () => {
    await endWaiting(from).run();
    await foldClicks(withoutWaiting(job));
    await foldMisses(job);
  };
  if (!(await settle(() => isCounted(from), count))) return false;
  await enter(work, "closed");
  const hosts = await selectHeldNames(from, workspaceId);
  if (!(await hostnames.beginPassingAll(first, hosts, passing, Date.now()))) return false;
  const areSettled = () => hostnames.areSettled(from, workspaceId);
  if (!(await settle(areSettled, () => drainProjections(job.env)))) return false;
  await copySlots(from, to, hosts);
  while ((await copyNoted(work, shapes)) > 0) if (Date.now() > untilMs) return false;
  await raiseSequence(to, await selectSequence(from));
  const last = shapes.filter(({ when }) => when !== undefined);
  await copyLast(work, last, [
    hostnames.holdHosts(to, hosts, workspaceId),
    moves.endArrival(to, workspaceId, Date.now()),
  ]);
  return true;
}

/**
 * Ends what the rows of a workspace that has moved could still do, and has the directory name its new database, both unless it is
 * done.
 */
export async function leave(work: Work): Promise<void> {
  const { from, first, move, passing, job } = work;
  if (move.state !== "left") {
    await enter(work, "left", moves.START, [
      ...(await hostnames.endWorkspace(from, move.workspaceId, job.nowMs)),
      moves.noteLeaving(from, move.workspaceId, job.nowMs),
    ]);
    move.leftAtMs = job.nowMs;
    log("info", "workspace_moved", { workspace_id: move.workspaceId, database: move.other });
  }
  await hostnames.endPassingAll(first, passing, true);
}

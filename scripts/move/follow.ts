import { setTimeout as delay } from "node:timers/promises";
import { selectMoves, type NotedMove } from "../../src/storage/operator/move.ts";
import { toDuration } from "../status/format.ts";
import { CommandError } from "../support/command.ts";
import { asD1 } from "../support/d1.ts";
import type { InstallationDatabase } from "../support/installation-database.ts";
import { toPercent } from "../support/progress.ts";
import { sumOf, type MeasuredTable } from "./measure.ts";

/** A move that somebody looks at. */
export interface Followed {
  id: string;
  from: InstallationDatabase;
  to: InstallationDatabase;
  /** The tables of the workspace in the order in which they are copied. */
  tables: MeasuredTable[];
}

/** How a move ended. A failed one ends as a cancelled one does, with its error. */
export type MoveEnd = { hasArrived: boolean; failures: number; error: string | null };

/**
 * Shows how far a move has come, until the workspace has arrived or its move is cancelled.
 * @param everyMs the time between two looks
 * @throws CommandError if nobody knows the move any more
 */
export async function follow(
  { id, from, to, tables }: Followed,
  show: (line: string) => void,
  everyMs: number,
): Promise<MoveEnd> {
  let closedSinceMs: number | null = null;
  for (;;) {
    const move = await findMove(from, id);
    if (move === undefined || move.state === "left") {
      if ((await findMove(to, id))?.state === "arrived")
        return { hasArrived: true, failures: 0, error: null };
      if (move === undefined) throw new CommandError(`${from.binding} knows nothing of the move any more.`);
    } else if (move.state === "cancelled") {
      const { failures, error } = move;
      return { hasArrived: false, failures, error };
    }
    const nowMs = Date.now();
    closedSinceMs = isClosed(move) ? (closedSinceMs ?? nowMs) : null;
    show(tellMove(move, tables, nowMs, closedSinceMs));
    await delay(everyMs);
  }
}

async function findMove(db: InstallationDatabase, id: string): Promise<NotedMove | undefined> {
  return (await selectMoves(asD1(db))).find((move) => move.id === id);
}

const isClosed = ({ state }: NotedMove) => state === "folding" || state === "closed";

/** Longer than it takes until another run goes on after one that has died. */
const SILENT_SECONDS = 300;

/** Says in a line how far a move has come. @param closedSinceMs since when its writes are refused; null if they are not */
export function tellMove(
  move: NotedMove,
  tables: MeasuredTable[],
  nowMs: number,
  closedSinceMs: number | null,
): string {
  const silent = Math.floor((nowMs - move.seenAtMs) / 1000);
  if (silent > SILENT_SECONDS)
    return `nothing has worked on it for ${toDuration(silent)}: does the Worker's cron run?`;
  const failed = move.failures === 0 ? "" : `; failed attempts: ${move.failures}, the last: ${move.error}`;
  return `${tellState(move, tables, nowMs, closedSinceMs)}${failed}`;
}

function tellState(
  { state, table, seenAtMs, begunAtMs }: NotedMove,
  tables: MeasuredTable[],
  nowMs: number,
  closedSinceMs: number | null,
): string {
  switch (state) {
    case "begun":
      return seenAtMs === begunAtMs
        ? "waiting for the Worker's cron, which begins within a minute"
        : "waiting until no job reads through the records of the other database";
    case "copying":
      return tellCopied(tables, table);
    case "clearing":
      return "deleting what was copied, since it does not fit together, to copy it again";
    case "cancelling":
      return "deleting what was copied";
    case "left":
      return "arriving";
    default:
      return `closed: its writes are refused for some seconds (${Math.round((nowMs - (closedSinceMs ?? nowMs)) / 1000)} so far)`;
  }
}

function tellCopied(tables: MeasuredTable[], done: number): string {
  const now = tables[done];
  if (now === undefined) return "copying what was written meanwhile";
  return `copying ${now.group}: ${toPercent(sumOf(tables.slice(0, done), "rows"), sumOf(tables, "rows"))}`;
}

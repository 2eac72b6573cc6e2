import { addCounts, countOf, NO_COUNTS, type PlannedRow } from "../../../domain/change/change.ts";
import { orderAfter } from "../../../domain/change/order-after.ts";
import { packPlaces } from "../../../domain/change/place-index.ts";
import { hasFieldErrors, type FieldErrors } from "../../../domain/field-error.ts";
import { CHUNK_ROWS, rewriteChunk, splitIntoChunks, storeChunk } from "../../../storage/change/chunk.ts";
import type { Change, PlanProgress } from "../../../storage/change/row.ts";
import type { ServiceContext } from "../../context.ts";
import { addLoopErrors } from "../../write/add-destination-errors.ts";
import { findLoops, type Loop } from "../../write/loop/find-loops.ts";
import { findRoom } from "./find-room.ts";
import { chunkOf, indexOf, PlanOverlay } from "./plan-overlay.ts";

/**
 * Finds loops as if all of a plan were applied (contract 28.19), after all its rows are planned. First it finds rows
 * that may be on a loop while the plan is partly applied. It refuses the rows that are still on a loop after the whole
 * plan, until no loop is left. It moves the other rows to the end of the plan, each after the rows that it leads to, so
 * that they make no loop with records that are not written yet. If the plan's limit has room for the records of a mirror
 * only after its deletions, it moves these rows as well. A run that ends early loses this state, and the next
 * run begins again.
 */

/** The most chunks that one step reads into memory. */
const CHUNKS_AT_ONCE = 10;
/** The most records that are followed together. */
const RECORDS_AT_ONCE = 500;
/** The most chunks that one step rewrites. Each may have a megabyte. */
const MAX_REWRITTEN = 20;
/** A refused record may cause another loop. Applying checks each record again, so that no loop is written. */
const MAX_ROUNDS = 20;

export interface LoopMemory {
  overlay: PlanOverlay;
  /** The number of chunks in the overlay. */
  added: number;
  /** The number of rows that this phase has followed. */
  followed: number;
  /** Rows that may be on a loop, with the rows that they lead to after the whole plan. */
  entangled: Map<number, Set<number>>;
  /** The entangled rows that this round has not judged yet; null until the entangled rows are known. */
  left: number[] | null;
  /** Rows that this round has found to be invalid. */
  refused: number[];
  rounds: number;
  /** The rows that are still to be moved; null until their order is known. */
  moving: number[] | null;
}

export interface LoopStep {
  statements: D1PreparedStatement[];
  /** The planned rows that are now invalid. */
  refused: PlannedRow[];
  /** The number of chunks and bytes that the step adds. */
  chunks: number;
  bytes: number;
  isEnd: boolean;
}

const NOTHING: LoopStep = { statements: [], refused: [], chunks: 0, bytes: 0, isEnd: false };

/** Returns whether rows lead to hostnames of the workspace, so that there may be loops, or have to be moved for room. */
export async function needsLoopSteps(
  ctx: ServiceContext,
  change: Pick<Change, "request" | "counts">,
  { inside }: PlanProgress,
): Promise<boolean> {
  return (inside !== undefined && inside.chunks.length > 0) || (await findRoom(ctx, change)) !== "now";
}

/** Takes the next step. Its statements belong to the batch that stores the progress. */
export async function loopStep(
  ctx: ServiceContext,
  change: Change,
  memory: { loops: LoopMemory | null },
): Promise<LoopStep> {
  const loops = (memory.loops ??= {
    overlay: new PlanOverlay(),
    added: 0,
    followed: 0,
    entangled: new Map(),
    left: null,
    refused: [],
    rounds: 0,
    moving: null,
  });
  const { overlay, entangled } = loops;
  if (loops.left === null) {
    if (loops.added < change.chunks) {
      const end = Math.min(loops.added + CHUNKS_AT_ONCE, change.chunks);
      while (loops.added < end) await overlay.add(ctx, change, loops.added++);
      return NOTHING;
    }
    const part = overlay.origins.slice(loops.followed, loops.followed + RECORDS_AT_ONCE);
    const { positions, found } = await follow(ctx, change, loops, part, true);
    for (const { record } of found) entangled.set(positions.get(record.id) ?? -1, new Set());
    loops.followed += part.length;
    if (loops.followed < overlay.origins.length) return NOTHING;
    loops.left = [...entangled.keys()];
  }
  if (loops.left.length > 0) return judgeNext(ctx, change, loops, loops.left);
  if (loops.refused.length > 0 && loops.rounds < MAX_ROUNDS) {
    for (const at of loops.refused.splice(0)) {
      overlay.refused.add(at);
      entangled.delete(at);
    }
    loops.rounds++;
    loops.left = [...entangled.keys()];
    if (loops.left.length > 0) return NOTHING;
  }
  loops.moving ??= [...(await creationsToMove(ctx, change, loops)), ...toMoved(loops)];
  if (loops.moving.length === 0) return { ...NOTHING, isEnd: true };
  return moveNext(ctx, change, overlay, loops.moving);
}

/** Follows planned rows among planned records, or among a mixture of planned and present records. */
async function follow(
  ctx: ServiceContext,
  change: Change,
  { overlay, entangled }: LoopMemory,
  part: number[],
  isMixed: boolean,
): Promise<{ positions: Map<string, number>; found: Loop[] }> {
  const positions = new Map<string, number>();
  const records = await overlay.read(ctx, change, part, positions);
  const origins = [...records.values()].filter((record) => record !== null);
  const found = await findLoops(ctx.env.DB, ctx.caller.reach, origins, {
    isMixed,
    readWritten: async (requests) => overlay.readAt(ctx, change, requests, positions, isMixed),
    onVisit(origin, visited) {
      const at = positions.get(visited.id);
      if (at !== undefined) entangled.get(positions.get(origin.id) ?? -1)?.add(at);
    },
  });
  return { positions, found };
}

/** Makes the next entangled rows invalid if they lead back to themselves. */
async function judgeNext(
  ctx: ServiceContext,
  change: Change,
  loops: LoopMemory,
  left: number[],
): Promise<LoopStep> {
  const part = takePart(left, RECORDS_AT_ONCE);
  for (const at of part) loops.entangled.set(at, new Set());
  const { positions, found } = await follow(ctx, change, loops, part, false);
  const reasons = new Map<number, FieldErrors>();
  for (const [record, list] of Map.groupBy(found, (loop) => loop.record)) {
    const errors: FieldErrors = {};
    addLoopErrors(list, record, record.destinations.length > 1, errors);
    if (hasFieldErrors(errors)) reasons.set(positions.get(record.id) ?? -1, errors);
  }
  loops.refused.push(...reasons.keys());
  const step = { ...NOTHING, statements: [] as D1PreparedStatement[], refused: [] as PlannedRow[] };
  for (const [n, list] of Map.groupBy(reasons.keys(), chunkOf)) {
    const rows = await loops.overlay.rowsOf(ctx, change, n);
    for (const at of list) {
      const row = rows[indexOf(at)];
      if (row === undefined) continue;
      step.refused.push({ ...row });
      Object.assign(row, { result: "invalid", reasons: reasons.get(at) });
    }
    step.statements.push(
      await rewriteChunk(ctx.env.DB, change, { n, rows, counts: addCounts(NO_COUNTS, rows) }),
    );
  }
  return step;
}

/** Takes the next rows from a list, at most as many as one step may rewrite. */
function takePart(left: number[], most: number): number[] {
  const chunks = new Set<number>();
  const end = left.findIndex((at, index) => index === most || chunks.add(chunkOf(at)).size > MAX_REWRITTEN);
  return left.splice(0, end === -1 ? left.length : end);
}

/** Returns the entangled rows in an order in which no row makes a loop; empty if they are already in such an order. */
function toMoved({ overlay, entangled }: LoopMemory): number[] {
  const isAhead = ([at, needs]: [number, Set<number>]) =>
    chunkOf(at) < Math.max(overlay.lastDeletion, ...Array.from(needs, chunkOf));
  return [...entangled].some(isAhead) ? orderAfter(entangled) : [];
}

/** Returns the rows that create records before others are deleted, if there is no room for both. */
async function creationsToMove(
  ctx: ServiceContext,
  change: Change,
  { overlay, entangled }: LoopMemory,
): Promise<number[]> {
  if ((await findRoom(ctx, change)) === "now") return [];
  return overlay.creations.filter(
    (at) => chunkOf(at) < overlay.lastDeletion && !overlay.refused.has(at) && !entangled.has(at),
  );
}

/** Moves the next rows to new chunks at the end of the plan. */
async function moveNext(
  ctx: ServiceContext,
  change: Change,
  overlay: PlanOverlay,
  moving: number[],
): Promise<LoopStep> {
  const { DB } = ctx.env;
  const part = takePart(moving, CHUNK_ROWS);
  const moved = new Map<number, PlannedRow>();
  const step = { ...NOTHING, statements: [] as D1PreparedStatement[] };
  for (const [n, list] of Map.groupBy(part, chunkOf)) {
    const rows = await overlay.take(ctx, change, n, new Set(list), moved);
    step.statements.push(await rewriteChunk(DB, change, { n, rows, counts: addCounts(NO_COUNTS, rows) }));
  }
  const ordered = part.flatMap((at) => moved.get(at) ?? []);
  for (const rows of splitIntoChunks(ordered)) {
    const counts = addCounts(NO_COUNTS, rows);
    const n = change.chunks + step.chunks++;
    const chunk = { n, rows, counts, places: packPlaces(rows), plannedBy: change.lease };
    const { statement, bytes } = await storeChunk(ctx.env, change.id, chunk);
    step.statements.push(statement);
    step.bytes += bytes;
  }
  return { ...step, isEnd: moving.length === 0 };
}

/** Returns the counts after some rows have become invalid. */
export function withRefused(counts: Change["counts"], refused: PlannedRow[]): Change["counts"] {
  const next = { ...counts };
  for (const { result } of refused) {
    next[countOf(result)]--;
    next.invalid++;
  }
  return next;
}

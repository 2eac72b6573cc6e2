import type { PlannedRow } from "../../../domain/change/change.ts";
import { orderAfter } from "../../../domain/change/order-after.ts";
import { hasFieldErrors, type FieldErrors } from "../../../domain/field-error.ts";
import { chunk } from "../../../runtime/chunk.ts";
import { CHUNK_ROWS, storeChunks } from "../../../storage/change/chunk.ts";
import type { Change, PlanProgress } from "../../../storage/change/read.ts";
import type { ServiceContext } from "../../context.ts";
import { addLoopErrors } from "../../write/add-errors.ts";
import { findLoops, type Loop } from "../../write/loop/find-loops.ts";
import { findRoom } from "./confirmation.ts";
import { chunkOf, indexOf, PlanOverlay } from "./plan-overlay.ts";

/** Finds loops as if all of a plan were applied (contract 28.19), after all its rows are planned. */

/** The most chunks that one step reads into memory. */
const CHUNKS_AT_ONCE = 10;
/** The most records that are followed together. */
const RECORDS_AT_ONCE = 500;
/** The most chunks that one step rewrites. Each may have a megabyte. */
const MAX_REWRITTEN = 20;
/** A refused record may cause another loop. Applying checks each record again, so that no loop is written. */
const MAX_ROUNDS = 20;

/** The writes of a step. Its statements belong to the batch that stores the progress. */
interface LoopStep {
  statements: D1PreparedStatement[];
  /** The planned rows that are now invalid. */
  refused: PlannedRow[];
  /** The number of chunks and bytes that the step adds. */
  chunks: number;
  bytes: number;
}

export type LoopSteps = AsyncGenerator<LoopStep, LoopStep>;

/** Rows that may be on a loop, each with the rows that it leads to after the whole plan. */
type Entangled = Map<number, Set<number>>;

/** Returns whether rows may make loops, or have to wait until another row makes room for their pattern. */
export async function needsLoopSteps(
  ctx: ServiceContext,
  change: Pick<Change, "request" | "counts">,
  { inside }: PlanProgress,
): Promise<boolean> {
  return (inside?.chunks.length ?? 0) > 0 || (await findRoom(ctx, change)) !== "now";
}

/**
 * Yields after each step, and returns the last one. A run that ends early loses the state of the search, and the
 * next run begins again.
 */
export async function* loopSteps(ctx: ServiceContext, change: Change): LoopSteps {
  const overlay = new PlanOverlay(ctx, change);
  for (let n = 0; n < change.chunks; n++) {
    if (n > 0 && n % CHUNKS_AT_ONCE === 0) yield toStep();
    await overlay.add(n);
  }
  // While the plan is partly applied, each record may be as before or as planned.
  const entangled: Entangled = new Map();
  for (const part of chunk(overlay.origins, RECORDS_AT_ONCE)) {
    yield toStep();
    for (const at of (await follow(ctx, overlay, part, null)).keys()) entangled.set(at, new Set());
  }
  for (let round = 0; round <= MAX_ROUNDS; round++) {
    const refused: number[] = [];
    for (const left = [...entangled.keys()]; left.length > 0;) {
      const reasons = await judge(ctx, overlay, entangled, takePart(left, RECORDS_AT_ONCE));
      refused.push(...reasons.keys());
      yield await refuseRows(overlay, reasons);
    }
    if (refused.length === 0) break;
    for (const at of refused) {
      overlay.refused.add(at);
      entangled.delete(at);
    }
  }
  const moving = [
    ...(await creationsToMove(ctx, change, overlay, entangled)),
    ...toMoved(overlay, entangled),
  ];
  for (let end = change.chunks; moving.length > 0;) {
    const step = await moveRows(ctx, change, overlay, takePart(moving, CHUNK_ROWS), end);
    if (moving.length === 0) return step;
    yield step;
    end += step.chunks;
  }
  return toStep();
}

function toStep(): LoopStep {
  return { statements: [], refused: [], chunks: 0, bytes: 0 };
}

/**
 * Follows planned rows.
 * @param entangled receives the rows that each of these rows leads to after the whole plan. If it is null, rows are
 *   followed among any mixture of planned and present records.
 * @returns the loops, by the row that they lead back to
 */
async function follow(
  { env, caller }: ServiceContext,
  overlay: PlanOverlay,
  part: number[],
  entangled: Entangled | null,
): Promise<Map<number, Loop[]>> {
  const isMixed = entangled === null;
  const positions = new Map<string, number>();
  const rowOf = ({ id }: { id: string }) => positions.get(id) ?? -1;
  const records = await overlay.read(part, positions);
  const loops = await findLoops(
    env.DB,
    caller.reach,
    [...records.values()].filter((record) => record !== null),
    { isMixed, readWritten: async (requests) => overlay.readAt(requests, positions, isMixed) },
    (origin, visited) => {
      if (positions.has(visited.id)) entangled?.get(rowOf(origin))?.add(rowOf(visited));
    },
  );
  return Map.groupBy(loops, ({ record }) => rowOf(record));
}

/** Returns the reasons against entangled rows that lead back to themselves. */
async function judge(
  ctx: ServiceContext,
  overlay: PlanOverlay,
  entangled: Entangled,
  part: number[],
): Promise<Map<number, FieldErrors>> {
  for (const at of part) entangled.set(at, new Set());
  const reasons = new Map<number, FieldErrors>();
  for (const [at, loops] of await follow(ctx, overlay, part, entangled)) {
    const errors: FieldErrors = {};
    const isList = loops.some(({ record }) => record.destinations.length > 1);
    addLoopErrors(loops, isList, errors);
    if (hasFieldErrors(errors)) reasons.set(at, errors);
  }
  return reasons;
}

async function refuseRows(
  overlay: PlanOverlay,
  reasons: ReadonlyMap<number, FieldErrors>,
): Promise<LoopStep> {
  const step = toStep();
  for (const [n, list] of Map.groupBy(reasons.keys(), chunkOf)) {
    const rows = await overlay.rowsOf(n);
    for (const at of list) {
      const row = rows[indexOf(at)];
      if (row === undefined) continue;
      step.refused.push({ ...row });
      Object.assign(row, { result: "invalid", reasons: reasons.get(at) });
    }
    step.statements.push(await overlay.write(n, rows));
  }
  return step;
}

/** Takes the next rows from a list, at most as many as one step may rewrite. */
function takePart(left: number[], most: number): number[] {
  const chunks = new Set<number>();
  const end = left.findIndex((at, index) => index === most || chunks.add(chunkOf(at)).size > MAX_REWRITTEN);
  return left.splice(0, end === -1 ? left.length : end);
}

/**
 * Returns the entangled rows in an order in which each comes after the rows that it leads to, so that none makes a loop
 * with records that are not written yet; empty if they are already in such an order.
 */
function toMoved({ lastDeletion }: PlanOverlay, entangled: Entangled): number[] {
  const isAhead = ([at, needs]: [number, Set<number>]) =>
    chunkOf(at) < Math.max(lastDeletion, ...Array.from(needs, chunkOf));
  return [...entangled].some(isAhead) ? orderAfter(entangled) : [];
}

/** Returns the other rows that create records before others are deleted, if there is no room for both. */
async function creationsToMove(
  ctx: ServiceContext,
  change: Change,
  { creations, lastDeletion, refused }: PlanOverlay,
  entangled: Entangled,
): Promise<number[]> {
  if ((await findRoom(ctx, change)) === "now") return [];
  return creations.filter((at) => chunkOf(at) < lastDeletion && !refused.has(at) && !entangled.has(at));
}

/** Moves rows to new chunks at the end of the plan. */
async function moveRows(
  { env }: ServiceContext,
  change: Change,
  overlay: PlanOverlay,
  part: number[],
  end: number,
): Promise<LoopStep> {
  const moved = new Map<number, PlannedRow>();
  const step = toStep();
  for (const [n, list] of Map.groupBy(part, chunkOf))
    step.statements.push(await overlay.take(n, list, moved));
  const ordered = part.flatMap((at) => moved.get(at) ?? []);
  const { statements, bytes } = await storeChunks(env, change, end, ordered);
  step.statements.push(...statements);
  return { ...step, bytes, chunks: statements.length };
}

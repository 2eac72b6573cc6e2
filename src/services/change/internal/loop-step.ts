import { addCounts, countOf, NO_COUNTS, withFields, type PlannedRow } from "../../../domain/change/change.ts";
import { LoopGraph, type RowPosition } from "../../../domain/change/loop-graph.ts";
import { hasFieldErrors, type FieldErrors } from "../../../domain/field-error.ts";
import type { LinkRecord } from "../../../domain/record.ts";
import { readChunk, rewriteChunk } from "../../../storage/change/chunk.ts";
import type { Change, PlanProgress } from "../../../storage/change/row.ts";
import { selectStoredRecords } from "../../../storage/record/read.ts";
import type { ServiceContext } from "../../context.ts";
import { addLoopErrors } from "../../record/internal/add-destination-errors.ts";
import { findLoops } from "../../record/internal/find-loops.ts";
import { graphSlotOf, listReached } from "../../record/internal/list-reached.ts";
import { toCreated } from "./chunk-writes.ts";

/**
 * Finds loops through records that different steps have planned (contract 4.11): each step has judged its own only.
 * First every record that leads to a hostname of the workspace goes into a graph, a chunk for each step. Then those on
 * circles are followed as they will be. A run that ends in between leaves the graph behind, and the next begins anew.
 */

/** Records that are followed together, unless one circle has more. */
const GROUP_RECORDS = 500;
/** Chunks that one step rewrites: each may have a megabyte. */
const MAX_REWRITTEN = 20;

export interface LoopMemory {
  graph: LoopGraph;
  /** Chunks that are in the graph. */
  added: number;
  /** Null until all chunks are. */
  groups: RowPosition[][] | null;
}

export interface LoopStep {
  statements: D1PreparedStatement[];
  /** Rows that are invalid now, as they were planned. */
  refused: PlannedRow[];
  /** Null at the end. */
  next: PlanProgress | null;
}

/** Returns whether rows of different steps lead to hostnames of the workspace, so that there may be such loops. */
export function mayHaveLoops({ inside }: PlanProgress): boolean {
  return inside !== undefined && inside.steps > 1;
}

/** Takes the next step. Its statements are for the batch that notes it. */
export async function loopStep(
  ctx: ServiceContext,
  change: Change,
  memory: { loops: LoopMemory | null },
): Promise<LoopStep> {
  const { progress } = change;
  const chunks = progress.inside?.chunks ?? [];
  const loops = (memory.loops ??= { graph: new LoopGraph(), added: 0, groups: null });
  const n = chunks[loops.added];
  if (n !== undefined) {
    await addChunk(ctx, change, loops.graph, n);
    loops.added++;
    return { statements: [], refused: [], next: progress };
  }
  loops.groups ??= loops.graph.circles(GROUP_RECORDS);
  const group = loops.groups.shift();
  if (group === undefined) return { statements: [], refused: [], next: null };
  const { statements, refused, isCut } = await refuseLoops(ctx, change, group);
  if (isCut) loops.groups.unshift(group);
  return { statements, refused, next: progress };
}

async function addChunk(ctx: ServiceContext, change: Change, graph: LoopGraph, chunk: number): Promise<void> {
  const { rows } = await requireChunk(ctx, change, chunk);
  const records = await toPlannedRecords(ctx, change, rows);
  const reached = await listReached(ctx.env.DB, ctx.caller.reach, [...records.values()]);
  for (const [index, record] of records) {
    const keys = reached.get(record.id);
    if (keys !== undefined) graph.add({ chunk, index }, graphSlotOf(record), keys);
  }
}

async function requireChunk({ env }: ServiceContext, { id }: Change, n: number) {
  const chunk = await readChunk(env, id, n);
  if (chunk === null) throw new Error(`Change ${id} has lost chunk ${n}.`);
  return chunk;
}

/** Returns the records of rows that lead to the workspace's own hostnames, as they will be, by the index of the row. */
async function toPlannedRecords(
  ctx: ServiceContext,
  change: Change,
  rows: PlannedRow[],
): Promise<Map<number, LinkRecord>> {
  const written = rows.entries().filter(([, row]) => row.leadsInside === true && isWrite(row));
  const wanted = [...written];
  const ids = wanted.flatMap(([, { id, result }]) => (result === "changed" && id !== null ? [id] : []));
  const stored = await selectStoredRecords(ctx.env.DB, ctx.caller.reach, ids);
  const byId = new Map(stored.map(({ record }) => [record.id, record]));
  return new Map(
    wanted.flatMap(([index, row]): [number, LinkRecord][] => {
      if (row.result === "created") return [[index, toCreated(ctx, change, row, true).record]];
      const before = byId.get(row.id ?? "");
      return before === undefined ? [] : [[index, withFields(before, row.after ?? {})]];
    }),
  );
}

function isWrite({ result }: PlannedRow): boolean {
  return result === "created" || result === "changed";
}

/** Makes the rows of a group invalid that lead back to themselves. */
async function refuseLoops(
  ctx: ServiceContext,
  change: Change,
  group: RowPosition[],
): Promise<{ statements: D1PreparedStatement[]; refused: PlannedRow[]; isCut: boolean }> {
  const { DB } = ctx.env;
  const records: LinkRecord[] = [];
  const places = new Map<string, RowPosition>();
  for (const [n, positions] of Map.groupBy(group, ({ chunk }) => chunk)) {
    const { rows } = await requireChunk(ctx, change, n);
    const wanted = new Set(positions.map(({ index }) => index));
    for (const [index, record] of await toPlannedRecords(ctx, change, rows)) {
      if (!wanted.has(index)) continue;
      records.push(record);
      places.set(record.id, { chunk: n, index });
    }
  }
  const reasons = new Map<string, FieldErrors>();
  const found = Map.groupBy(await findLoops(DB, ctx.caller.reach, records), ({ record }) => record.id);
  for (const record of records) {
    const errors: FieldErrors = {};
    addLoopErrors(found.get(record.id) ?? [], record, record.destinations.length > 1, errors);
    if (hasFieldErrors(errors)) reasons.set(record.id, errors);
  }
  const chunks = Map.groupBy(reasons.keys(), (id) => places.get(id)?.chunk ?? -1);
  const statements: D1PreparedStatement[] = [];
  const refused: PlannedRow[] = [];
  for (const [n, ids] of [...chunks].slice(0, MAX_REWRITTEN)) {
    const { rows } = await requireChunk(ctx, change, n);
    for (const id of ids) {
      const index = places.get(id)?.index ?? -1;
      const row = rows[index];
      if (row === undefined) continue;
      refused.push(row);
      rows[index] = { ...row, result: "invalid", reasons: reasons.get(id) ?? {} };
    }
    statements.push(await rewriteChunk(DB, change, { n, rows, counts: addCounts(NO_COUNTS, rows) }));
  }
  return { statements, refused, isCut: chunks.size > MAX_REWRITTEN };
}

/** Returns counts where some rows are invalid that were not. */
export function withRefused(counts: Change["counts"], refused: PlannedRow[]): Change["counts"] {
  const next = { ...counts };
  for (const { result } of refused) {
    next[countOf(result)]--;
    next.invalid++;
  }
  return next;
}

import { refuse } from "../../../domain/refusal/refusal.ts";
import type { PlannedRow } from "../../../domain/change/change.ts";
import { PlaceIndex } from "../../../domain/change/place-index.ts";
import type { FieldErrors } from "../../../domain/field-error.ts";
import { PLANS } from "../../../domain/plan.ts";
import { wholeOf } from "../../../domain/reach.ts";
import { retryOnConflict } from "../../../runtime/retry-on-conflict.ts";
import type { ChunkConflicts } from "../../../storage/change/chunk.ts";
import { isImportTaken } from "../../../storage/change/import.ts";
import { AssertionError, isForeignKeyViolation } from "../../../storage/commit.ts";
import { selectRecordCount } from "../../../storage/workspace/read.ts";
import type { ServiceContext } from "../../context.ts";
import { noteProgress } from "../../keyed-call.ts";
import { toWrites, type ChunkWrites } from "./chunk-writes.ts";
import { importRequest, logImport, reopenImport, type ImportLog } from "./import-log.ts";
import { planRows } from "./plan-rows.ts";
import type { RowResult } from "../types.ts";
import { commitManyWrites } from "../../write/commit-writes.ts";
import { judgeLater, newJudge, type Judge, type Judgement } from "../../write/judge-destinations.ts";
import { placeField, takenReason } from "../../write/place.ts";
import type { ReadyRow } from "./ready-row.ts";

const MAX_ATTEMPTS = 10;
const OVERTAKEN = refuse("other_writers");

interface ChunkPlan {
  rows: ReadyRow[];
  /** In the order of the rows. */
  planned: PlannedRow[];
  writes: ChunkWrites;
  judgement: Judgement;
}

/**
 * Imports one chunk of rows in one commit: plans the rows as a change does, and commits the valid ones.
 * Starts again if another writer was first. Sets the result of each row.
 */
export async function importChunk(
  ctx: ServiceContext,
  log: ImportLog,
  rows: ReadyRow[],
  results: RowResult[],
): Promise<void> {
  const judge = newJudge(ctx);
  let isFirst = true;
  const written = await retryOnConflict({ attempts: MAX_ATTEMPTS, isConflict }, async () => {
    if (!isFirst) await reopenImport(ctx, log);
    isFirst = false;
    const plan = await planWithinLimit(ctx, log, rows, judge, results);
    await commitPlan(ctx, log, plan, results);
    const { inserts, updates } = plan.writes;
    const ids = [
      ...inserts.map(({ stored }) => stored.record.id),
      ...updates.map(({ update }) => update.before.id),
    ];
    return { judgement: plan.judgement, ids };
  });
  if (written !== null) return judgeLater(ctx, written.judgement, written.ids);
  for (const row of rows) fail(results, row, { row: [OVERTAKEN] });
}

/** Returns whether another write changed a record, the limit, a hostname or the import since the chunk was planned. */
function isConflict(error: unknown): boolean {
  return error instanceof AssertionError || isForeignKeyViolation(error) || isImportTaken(error);
}

/** Plans again without the rows for which the plan's limit has no room, because others may lead back without them. */
async function planWithinLimit(
  ctx: ServiceContext,
  log: ImportLog,
  rows: ReadyRow[],
  judge: Judge,
  results: RowResult[],
): Promise<ChunkPlan> {
  const plan = await planChunk(ctx, log, rows, judge, results);
  const beyond = await failBeyondLimit(ctx, plan, results);
  if (beyond.size === 0) return plan;
  const left = rows.filter((row) => !beyond.has(row));
  return planWithinLimit(ctx, log, left, judge, results);
}

async function planChunk(
  ctx: ServiceContext,
  { changeId, mode }: ImportLog,
  rows: ReadyRow[],
  judge: Judge,
  results: RowResult[],
): Promise<ChunkPlan> {
  const waiting = rows.map(({ index, ...fields }) => ({ fields, errors: {}, line: index + 1 }));
  const request = importRequest(mode);
  const {
    rows: planned,
    found,
    judgement,
  } = await planRows(ctx, request, waiting, new PlaceIndex(), {
    judge,
    isPart: false,
  });
  for (const [at, row] of rows.entries()) {
    const { result, id, reasons = {} } = planned[at] ?? { result: "invalid", id: null };
    if (result === "invalid" || result === "conflict") fail(results, row, reasons);
    else if (result === "unchanged" && id !== null) results[row.index] = { result, id };
  }
  const change = { id: changeId, createdBy: ctx.caller.user.id, passwordHash: null };
  const records = new Map([...found.existing.values()].map((stored) => [stored.record.id, stored]));
  const nothing = new Map<string, never>();
  const standing = { records, aside: nothing, hosts: found.hosts, pageReasons: nothing };
  const written = new Map(
    planned.entries().filter(([, { result }]) => result === "created" || result === "changed"),
  );
  // The records were just read, so there are no conflicts. The commit asserts that they have not changed.
  const conflicts: ChunkConflicts = {};
  return { rows, planned, writes: toWrites(ctx, change, written, "apply", standing, conflicts), judgement };
}

/** @returns the rows that create records beyond the plan's limit */
async function failBeyondLimit(
  ctx: ServiceContext,
  { rows, writes }: ChunkPlan,
  results: RowResult[],
): Promise<Set<ReadyRow>> {
  const { id, plan } = ctx.caller.workspace;
  const { maxRecords } = PLANS[plan];
  if (maxRecords === null || writes.inserts.length === 0) return new Set();
  const free = Math.max(0, maxRecords - (await selectRecordCount(ctx.env.DB, wholeOf(id))));
  const beyond = writes.inserts.slice(free).map(({ index }) => rowAt(rows, index));
  for (const row of beyond) {
    fail(results, row, { row: [refuse("plan_limit", { count: maxRecords })] });
  }
  return new Set(beyond);
}

async function commitPlan(
  ctx: ServiceContext,
  log: ImportLog,
  { rows, planned, writes: { inserts, updates } }: ChunkPlan,
  results: RowResult[],
): Promise<void> {
  const progress = [...results];
  for (const { index, stored } of inserts) {
    progress[rowAt(rows, index).index] = { result: "created", id: stored.record.id };
  }
  for (const { index, update } of updates) {
    progress[rowAt(rows, index).index] = { result: "updated", id: update.before.id };
  }
  const logged = await logImport(
    ctx,
    log,
    [...inserts, ...updates].flatMap(({ index }) => planned[index] ?? []),
  );
  const writes = { inserts: inserts.map(({ stored }) => stored), updates };
  const written = await commitManyWrites(ctx, writes, [...logged, ...noteProgress(ctx, progress)]);
  for (const { index, stored } of inserts) {
    const row = rowAt(rows, index);
    const { id } = stored.record;
    if (written.has(id)) results[row.index] = { result: "created", id };
    else fail(results, row, { [placeField(row.handler)]: [takenReason(row.place)] });
  }
  for (const { index, update } of updates) {
    results[rowAt(rows, index).index] = { result: "updated", id: update.before.id };
  }
}

function rowAt(rows: ReadyRow[], index: number): ReadyRow {
  const row = rows[index];
  if (row === undefined) throw new RangeError("A write has a row.");
  return row;
}

function fail(results: RowResult[], row: ReadyRow, errors: FieldErrors): void {
  results[row.index] = { result: "failed", id: null, errors };
}

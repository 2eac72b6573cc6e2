import { hasFieldErrors, type FieldErrors } from "../../../domain/field-error.ts";
import { runtimeOf } from "../../../domain/handler.ts";
import { addHeldErrors, newHolder } from "../../../domain/held-field.ts";
import { PLANS } from "../../../domain/plan.ts";
import { isListWritten } from "../../../domain/change-settings.ts";
import { wholeOf } from "../../../domain/reach.ts";
import type { LinkRecord } from "../../../domain/record.ts";
import { formatSource, slotOf } from "../../../domain/source.ts";
import { retryOnConflict } from "../../../runtime/retry-on-conflict.ts";
import { AssertionError, isForeignKeyViolation } from "../../../storage/commit.ts";
import type { NewHistoryEntry } from "../../../storage/history/write.ts";
import { isHeld, type Hostname } from "../../../domain/host.ts";
import { selectHosts } from "../../../storage/host/read.ts";
import { selectRecordsBySource } from "../../../storage/record/read.ts";
import type { RecordUpdate } from "../../../storage/record/write.ts";
import type { StoredRecord } from "../../../storage/record/row.ts";
import { selectRecordCount } from "../../../storage/workspace/read.ts";
import type { ServiceContext } from "../../context.ts";
import { noteProgress } from "../../keyed-call.ts";
import type { ImportMode, RowResult } from "../types.ts";
import { buildRecord, newSettings } from "./build-record.ts";
import { changeRecord } from "./change-record.ts";
import { commitManyWrites } from "./commit-writes.ts";
import { judgeOnce, judgeLater, type Judge, type Judgement } from "./judge-destinations.ts";
import { placeField, placeKey, takenReason } from "./place.ts";
import type { ReadyRow } from "./ready-row.ts";
import { validateWrites } from "./validate-writes.ts";

const MAX_ATTEMPTS = 10;
const OVERTAKEN = "other writers changed it at the same time; send it again";

/** Rows pass the visitor's query on where their format says so, and not by default (contract 4.2). */
const ROW_DEFAULTS = { forwardQuery: false };

/** The writes of a chunk, each with the row that it came from. */
interface ChunkPlan {
  inserts: { row: ReadyRow; stored: StoredRecord }[];
  updates: { row: ReadyRow; update: RecordUpdate; history: NewHistoryEntry[] }[];
}
type Entry = ChunkPlan["inserts"][number] | ChunkPlan["updates"][number];

/**
 * Imports one chunk of rows in one commit: plans a write for each row, validates the writes and commits
 * those that are valid. Starts again where another writer came first. Sets the result of each row.
 */
export async function importChunk(
  ctx: ServiceContext,
  mode: ImportMode,
  rows: ReadyRow[],
  results: RowResult[],
): Promise<void> {
  const judge = judgeOnce(ctx);
  const written = await retryOnConflict({ attempts: MAX_ATTEMPTS, isConflict }, async () => {
    // Side by side: the less time the plan takes, the fewer writers come between.
    const [hosts, existing] = await Promise.all([readHosts(ctx, rows), readExisting(ctx, rows)]);
    const plan = await planChunk(ctx, mode, rows, { hosts, existing }, results);
    const judgement = await dropInvalid(ctx, plan, hosts, judge, results);
    await dropBeyondLimit(ctx, plan, results);
    await commitPlan(ctx, plan, results);
    return { judgement, ids: entriesOf(plan).map((entry) => changeOf(entry).after.id) };
  });
  if (written !== null) return judgeLater(ctx, written.judgement, written.ids);
  for (const row of rows) fail(results, row, { row: [OVERTAKEN] });
}

/** Returns whether another write changed a record, the limit or a hostname since the chunk was planned. */
function isConflict(error: unknown): boolean {
  return error instanceof AssertionError || isForeignKeyViolation(error);
}

async function planChunk(
  ctx: ServiceContext,
  mode: ImportMode,
  rows: ReadyRow[],
  { hosts, existing }: { hosts: ReadonlyMap<string, Hostname>; existing: ReadonlyMap<string, StoredRecord> },
  results: RowResult[],
): Promise<ChunkPlan> {
  const plan: ChunkPlan = { inserts: [], updates: [] };
  for (const row of rows) {
    const stored = existing.get(placeKey(row.place));
    if (stored === undefined) planInsert(ctx, row, hosts, plan, results);
    else await planUpdate(ctx, mode, row, stored, plan, results);
  }
  return plan;
}

function readHosts(ctx: ServiceContext, rows: ReadyRow[]): Promise<Map<string, Hostname>> {
  const names = rows.map(({ place }) => place.host);
  return selectHosts(ctx.env.DB, ctx.caller.reach, names);
}

async function readExisting(ctx: ServiceContext, rows: ReadyRow[]): Promise<Map<string, StoredRecord>> {
  const sources = rows.map(({ place }): [string, string, string] => [
    place.host,
    slotOf(place.source),
    formatSource(place.source),
  ]);
  const existing = await selectRecordsBySource(ctx.env.DB, ctx.caller.reach, sources);
  return new Map(existing.map((stored) => [placeKey(stored.record), stored]));
}

function planInsert(
  ctx: ServiceContext,
  row: ReadyRow,
  hosts: ReadonlyMap<string, Hostname>,
  plan: ChunkPlan,
  results: RowResult[],
): void {
  const decided = newSettings(row.handler, { ...ROW_DEFAULTS, ...row.input });
  const errors: FieldErrors = decided.ok ? {} : decided.errors;
  addHeldErrors(newHolder(row.handler), row.held, row.input, errors);
  if (hasFieldErrors(errors)) return fail(results, row, errors);
  const isHeldNow = isHeld(hosts.get(row.place.host));
  const record = buildRecord(ctx, row.handler, row.place, decided.settings, isHeldNow);
  plan.inserts.push({ row, stored: { record, passwordHash: null } });
}

async function planUpdate(
  ctx: ServiceContext,
  mode: ImportMode,
  row: ReadyRow,
  stored: StoredRecord,
  plan: ChunkPlan,
  results: RowResult[],
): Promise<void> {
  if (mode === "create" || runtimeOf(stored.record.handler) !== runtimeOf(row.handler)) {
    return failAsTaken(results, row);
  }
  const changed = await changeRecord(ctx, stored, row.input);
  const errors: FieldErrors = changed.kind === "invalid" ? changed.errors : {};
  addHeldErrors(stored.record, row.held, row.input, errors);
  if (changed.kind === "invalid" || hasFieldErrors(errors)) return fail(results, row, errors);
  if (changed.kind === "changed") plan.updates.push({ row, ...changed });
  else results[row.index] = { result: "unchanged", id: stored.record.id };
}

/** Takes the rows out of the plan that `validateWrites` finds an error in. */
async function dropInvalid(
  ctx: ServiceContext,
  plan: ChunkPlan,
  hosts: ReadonlyMap<string, Hostname>,
  judge: Judge,
  results: RowResult[],
): Promise<Judgement> {
  const writes = new Map(
    entriesOf(plan).map((entry) => {
      const change = changeOf(entry);
      const wroteList = isListWritten(change.before, entry.row.input);
      return [entry, { ...change, wroteList, errors: {} }];
    }),
  );
  const judgement = await validateWrites(ctx, [...writes.values()], hosts, judge);
  const isValid = (entry: Entry): boolean => {
    const errors = writes.get(entry)?.errors ?? {};
    if (hasFieldErrors(errors)) fail(results, entry.row, errors);
    return !hasFieldErrors(errors);
  };
  plan.inserts = plan.inserts.filter(isValid);
  plan.updates = plan.updates.filter(isValid);
  return judgement;
}

function entriesOf({ inserts, updates }: ChunkPlan): Entry[] {
  return [...inserts, ...updates];
}

function changeOf(entry: Entry): { before: LinkRecord | null; after: LinkRecord } {
  return "update" in entry
    ? { before: entry.update.before, after: entry.update.after.record }
    : { before: null, after: entry.stored.record };
}

async function dropBeyondLimit(ctx: ServiceContext, plan: ChunkPlan, results: RowResult[]): Promise<void> {
  const { maxRecords } = PLANS[ctx.caller.workspace.plan];
  if (maxRecords === null || plan.inserts.length === 0) return;
  const free = Math.max(
    0,
    maxRecords - (await selectRecordCount(ctx.env.DB, wholeOf(ctx.caller.workspace.id))),
  );
  for (const { row } of plan.inserts.slice(free)) {
    fail(results, row, { row: [`the plan's limit of ${maxRecords} records is reached`] });
  }
  plan.inserts = plan.inserts.slice(0, free);
}

async function commitPlan(
  ctx: ServiceContext,
  { inserts, updates }: ChunkPlan,
  results: RowResult[],
): Promise<void> {
  const progress = [...results];
  for (const { row, stored } of inserts) progress[row.index] = { result: "created", id: stored.record.id };
  for (const { row, update } of updates) progress[row.index] = { result: "updated", id: update.before.id };
  const writes = { inserts: inserts.map(({ stored }) => stored), updates };
  const written = await commitManyWrites(ctx, writes, noteProgress(ctx, progress));
  for (const { row, stored } of inserts) {
    const { id } = stored.record;
    if (written.has(id)) results[row.index] = { result: "created", id };
    else failAsTaken(results, row);
  }
  for (const { row, update } of updates) results[row.index] = { result: "updated", id: update.before.id };
}

function fail(results: RowResult[], row: ReadyRow, errors: FieldErrors): void {
  results[row.index] = { result: "failed", id: null, errors };
}

function failAsTaken(results: RowResult[], row: ReadyRow): void {
  fail(results, row, { [placeField(row.handler)]: [takenReason(row.place)] });
}

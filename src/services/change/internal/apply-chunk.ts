import { refuse } from "../../../domain/refusal/refusal.ts";
import { wholeOf } from "../../../domain/reach.ts";
import { countOf, isWritten, type PlannedRow } from "../../../domain/change/change.ts";
import { hasFieldErrors, type FieldErrors } from "../../../domain/field-error.ts";
import { PLANS } from "../../../domain/plan.ts";
import { ATTEMPTS, retryOnConflict } from "../../../runtime/retry-on-conflict.ts";
import { noteChunk, type Chunk, type ChunkConflicts } from "../../../storage/change/chunk.ts";
import { assertPageTimes, keepPages } from "../../../storage/change/page.ts";
import { advanceChange } from "../../../storage/change/write.ts";
import type { Change } from "../../../storage/change/read.ts";
import { assertThat, AssertionError, isForeignKeyViolation } from "../../../storage/commit.ts";
import { selectHosts } from "../../../storage/host/read.ts";
import { bringBack, selectAside, setAside } from "../../../storage/record/aside.ts";
import { selectStoredRecords } from "../../../storage/record/read.ts";
import { selectRecordCount } from "../../../storage/workspace/read.ts";
import type { ServiceContext } from "../../context.ts";
import { drainLater, publish, publishLater } from "../../publish.ts";
import { idsOf, slotsOf, statementsOf } from "../../write/commit-writes.ts";
import { tellWrites } from "../../webhook/tell-writes.ts";
import { judgeLater, newJudge, type Judge, type Judgement } from "../../write/judge-destinations.ts";
import { validateWrites } from "../../write/validate-writes.ts";
import {
  toWrites,
  NO_UNDO_PAGES,
  readUndoPages,
  undoPagesOf,
  type ChangeMade,
  type ChunkWrites,
  type Direction,
  type Standing,
} from "./chunk-writes.ts";
import { portionsOf } from "../../portion.ts";

/**
 * Applies or undoes a chunk in one commit (contract 28.7). Each write asserts the planned state of its record. The
 * commit asserts that the chunk is not done yet and that this run has the lease. Rows that no longer fit are
 * conflicts.
 */

/** @returns the change after the chunk; null if other writers were first at every attempt */
export async function applyChunk(
  ctx: ServiceContext,
  change: Change,
  chunk: Chunk,
  direction: Direction,
  leasedUntilMs: number,
): Promise<Change | null> {
  const { DB } = ctx.env;
  const judge = newJudge(ctx);
  const isUndo = direction === "undo";
  // A row that was not applied is not undone.
  const isOpen = (index: number) => !isUndo || !Object.hasOwn(chunk.applyConflicts, index);
  const rows = new Map(chunk.rows.entries().filter(([index, row]) => isWritten(row.result) && isOpen(index)));
  const applied = await retryOnConflict({ attempts: ATTEMPTS.wide, isConflict }, async () => {
    const pages = isUndo ? await readUndoPages(DB, change, chunk, rows.values()) : NO_UNDO_PAGES;
    const standing = { ...(await readStanding(ctx, change, rows, isUndo)), pageReasons: pages.reasons };
    let next = change;
    const note = (conflicts: ChunkConflicts) => {
      next = advance(change, rows, conflicts, isUndo);
      const { done, counts, progress } = next;
      return [
        noteChunk(DB, change, chunk.n, direction, conflicts),
        ...(isUndo
          ? assertPageTimes(DB, change.workspaceId, pages.times)
          : keepPages(DB, change, chunk.n, undoPagesOf(withoutConflicts(rows, conflicts)))),
        assertThat(
          DB,
          "suspended",
          "SELECT suspended_at IS NULL FROM workspaces WHERE id = ?1",
          ctx.caller.workspace.id,
        ),
        advanceChange(DB, change, { done, counts, progress }, ctx.nowMs, leasedUntilMs),
      ];
    };
    const isLater = await writeChunk(ctx, { change, rows, direction, standing, note }, judge);
    return { next, isLater };
  });
  if (applied === null) return null;
  const { next, isLater } = applied;
  // A run of the consumer takes the notes of two chunks. If the call is lost, cron makes it.
  const isDue = next.done % 2 === 0 || next.done === change.chunks;
  if (isDue && (isLater || next.done > 1)) await drainLater(ctx.env);
  return next;
}

/** Returns whether another write changed a record, a page, the limit or a hostname since the chunk was read. */
export function isConflict(error: unknown): boolean {
  const isTaken = /UNIQUE constraint failed: (records\.|changes\..*import_id)/.test(String(error));
  return error instanceof AssertionError || isForeignKeyViolation(error) || isTaken;
}

export function withoutConflicts(
  rows: Iterable<[number, PlannedRow]>,
  conflicts: ChunkConflicts,
): PlannedRow[] {
  return [...rows].flatMap(([index, row]) => (Object.hasOwn(conflicts, index) ? [] : [row]));
}

async function readStanding(
  ctx: ServiceContext,
  change: Change,
  rows: Map<number, PlannedRow>,
  isUndo: boolean,
): Promise<Omit<Standing, "pageReasons">> {
  const { DB } = ctx.env;
  const { reach } = ctx.caller;
  const list = [...rows.values()];
  const ids = list.flatMap(({ id }) => id ?? []);
  const deleted = list.flatMap(({ id, result }) => (isUndo && result === "deleted" ? (id ?? []) : []));
  const names = list.flatMap(({ place }) => place?.host ?? []);
  const [stored, aside, hosts] = await Promise.all([
    selectStoredRecords(DB, reach, ids),
    selectAside(DB, change.id, deleted),
    selectHosts(DB, reach, names),
  ]);
  return { records: new Map(stored.map((one) => [one.record.id, one])), aside, hosts };
}

/** Returns the change after the chunk. Rows with a conflict count as conflicts from then on. */
function advance(
  change: Change,
  rows: Map<number, PlannedRow>,
  conflicts: ChunkConflicts,
  isUndo: boolean,
): Change {
  const counts = { ...change.counts };
  const progress = { ...change.progress };
  for (const index of Object.keys(conflicts)) {
    const row = rows.get(Number(index));
    if (isUndo) progress.undoConflicts++;
    else if (row !== undefined) {
      counts[countOf(row.result)]--;
      counts.conflicts++;
    }
  }
  return { ...change, counts, done: change.done + 1, progress };
}

/** Rows of a change that one commit writes. */
interface ChunkJob {
  change: ChangeMade;
  /** By the index in the chunk. */
  rows: ReadonlyMap<number, PlannedRow>;
  direction: Direction;
  standing: Standing;
  /** The rows with a list of destinations, so that reasons are added to entries of that list. */
  listed?: ReadonlySet<number>;
  /** Says that no end follows that tells what was written. The consumer publishes its snapshots, even if they are few. */
  isImport?: boolean;
  /** Returns the statements that note which rows are written. If there are none, nothing is committed. */
  note(conflicts: ChunkConflicts): D1PreparedStatement[] | Promise<D1PreparedStatement[]>;
}

/**
 * Writes the rows that still fit, in one commit.
 * @returns whether the consumer publishes the snapshots
 * @throws errors for which `isConflict` holds if another write was first
 */
export async function writeChunk(ctx: ServiceContext, job: ChunkJob, judge: Judge): Promise<boolean> {
  const { change, direction, standing } = job;
  const beyond: ChunkConflicts = {};
  for (;;) {
    const conflicts = { ...beyond };
    const rows = job.rows.entries().filter(([index]) => !Object.hasOwn(beyond, index));
    const writes = toWrites(ctx, change, rows, direction, standing, conflicts);
    const judgement = await dropInvalid(ctx, writes, job, judge, conflicts);
    // Without the rows beyond the limit, others may make a loop, or no longer do.
    if (await addBeyondLimit(ctx, writes, beyond)) continue;
    return commitChunk(ctx, job, writes, judgement, await job.note(conflicts));
  }
}

/** Makes conflicts of writes that the checks refuse: hostname, source, page, loops and destinations. */
async function dropInvalid(
  ctx: ServiceContext,
  writes: ChunkWrites,
  { standing: { hosts, holders }, listed }: ChunkJob,
  judge: Judge,
  conflicts: ChunkConflicts,
): Promise<Judgement> {
  const checked = [
    ...writes.inserts.map(({ index, stored }) => ({ index, before: null, after: stored.record })),
    ...writes.updates.map(({ index, update }) => ({
      index,
      before: update.before,
      after: update.after.record,
    })),
  ].map((one) => ({ ...one, wroteList: listed?.has(one.index) === true, errors: {} as FieldErrors }));
  for (const { index, stored } of writes.deletes) {
    if (!stored.record.pauses.includes("takedown")) continue;
    conflicts[index] = { reasons: { status: [refuse("taken_down_row")] }, current: null };
  }
  const isFree = ({ index }: { index: number }) => !Object.hasOwn(conflicts, index);
  writes.deletes = writes.deletes.filter(isFree);
  const deleted = writes.deletes.map(({ stored }) => stored.record.id);
  const facts = { hosts, deleted, ...(holders !== undefined && { holders }) };
  const judgement = await validateWrites(ctx, checked, facts, judge);
  for (const { index, before, errors } of checked) {
    if (hasFieldErrors(errors)) {
      conflicts[index] = { reasons: errors, current: before && { destinations: before.destinations } };
    }
  }
  writes.inserts = writes.inserts.filter(isFree);
  writes.updates = writes.updates.filter(isFree);
  return judgement;
}

/** @returns whether there are such rows */
async function addBeyondLimit(
  ctx: ServiceContext,
  { inserts, deletes }: ChunkWrites,
  beyond: ChunkConflicts,
): Promise<boolean> {
  const { id, plan } = ctx.caller.workspace;
  const { maxRecords } = PLANS[plan];
  if (maxRecords === null || inserts.length === 0) return false;
  const used = (await selectRecordCount(ctx.env.DB, wholeOf(id))) - deletes.length;
  const dropped = inserts.slice(Math.max(0, maxRecords - used));
  const reason = refuse("plan_limit", { count: maxRecords });
  for (const { index } of dropped) beyond[index] = { reasons: { row: [reason] }, current: null };
  return dropped.length > 0;
}

async function commitChunk(
  ctx: ServiceContext,
  { change, direction, isImport = false }: ChunkJob,
  { inserts, updates, deletes }: ChunkWrites,
  judgement: Judgement,
  notes: D1PreparedStatement[],
): Promise<boolean> {
  if (notes.length === 0) return false;
  const { DB } = ctx.env;
  const isUndo = direction === "undo";
  const gone = deletes.map(({ stored }) => stored);
  const created = inserts.map(({ stored }) => stored);
  const writes = { inserts: created, updates, deletes: gone.map(({ record }) => record) };
  const restored = isUndo ? created.map(({ record }) => record.id) : [];
  const statements = [
    ...notes,
    ...(isUndo ? [] : setAside(DB, change.id, gone)),
    ...statementsOf(ctx, writes),
    ...bringBack(DB, restored),
    ...(isImport ? tellWrites(ctx, writes, change.id) : []),
  ];
  const slots = slotsOf(writes);
  // Few or no slots are published at once, so that a small change shows immediately.
  const isLater = isImport || slots.length > portionsOf(ctx.env).snapshotsNow;
  await (isLater ? publishLater : publish)(ctx, statements, slots);
  await judgeLater(ctx, judgement, idsOf(writes));
  return isLater;
}

import { refuse } from "../../../domain/refusal/refusal.ts";
import { wholeOf } from "../../../domain/reach.ts";
import { slotsOfChange, slotsOfPresence } from "../../../domain/affected-slots.ts";
import { countOf, isWritten, type PlannedRow } from "../../../domain/change/change.ts";
import { hasFieldErrors, type FieldErrors } from "../../../domain/field-error.ts";
import { PLANS } from "../../../domain/plan.ts";
import { ATTEMPTS, retryOnConflict } from "../../../runtime/retry-on-conflict.ts";
import { noteChunk, type Chunk, type ChunkConflicts } from "../../../storage/change/chunk.ts";
import { assertPageTimes, keepPages } from "../../../storage/change/page.ts";
import { advanceChange } from "../../../storage/change/write.ts";
import type { Change } from "../../../storage/change/row.ts";
import {
  assertThat,
  AssertionError,
  isForeignKeyViolation,
  isUniqueViolation,
} from "../../../storage/commit.ts";
import { selectHosts } from "../../../storage/host/read.ts";
import { insertHistory } from "../../../storage/history/write.ts";
import { bringBack, selectAside, setAside } from "../../../storage/record/aside.ts";
import { selectStoredRecords } from "../../../storage/record/read.ts";
import {
  assertVersions,
  deleteRecordRows,
  insertRecords,
  updateRecords,
} from "../../../storage/record/write.ts";
import { splitForParameters } from "../../../storage/statement.ts";
import { selectRecordCount } from "../../../storage/workspace/read.ts";
import type { ServiceContext } from "../../context.ts";
import { drainLater, MANY_SLOTS, publish, publishLater } from "../../publish.ts";
import { judgeLater, newJudge, type Judge, type Judgement } from "../../write/judge-destinations.ts";
import { validateWrites } from "../../write/validate-writes.ts";
import { toWrites, type ChunkWrites, type Direction, type Standing } from "./chunk-writes.ts";
import { NO_UNDO_PAGES, readUndoPages, undoPagesOf } from "./undo-pages.ts";

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
  const judge = newJudge(ctx);
  const rows = new Map(
    chunk.rows.entries().filter(([index, row]) => isWritten(row.result) && isOpen(chunk, index, direction)),
  );
  const applied = await retryOnConflict({ attempts: ATTEMPTS.wide, isConflict }, async () => {
    const conflicts: ChunkConflicts = {};
    const isUndo = direction === "undo";
    const pages = isUndo ? await readUndoPages(ctx.env.DB, change, chunk, rows.values()) : NO_UNDO_PAGES;
    const standing = { ...(await readStanding(ctx, change, rows, direction)), pageReasons: pages.reasons };
    const writes = toWrites(ctx, change, rows, direction, standing, conflicts);
    let judgement: Judgement;
    do judgement = await dropInvalid(ctx, writes, standing, judge, conflicts);
    while (await dropBeyondLimit(ctx, writes, conflicts));
    const next = advance(change, rows, conflicts, direction);
    const pageStatements = isUndo
      ? assertPageTimes(ctx.env.DB, change.workspaceId, pages.times)
      : keepPages(ctx.env.DB, change, chunk.n, undoPagesOf(withoutConflicts(rows, conflicts)));
    await commitChunk(ctx, change, chunk, direction, writes, conflicts, next, pageStatements, leasedUntilMs);
    const ids = [...writes.inserts.map(({ stored }) => stored.record.id), ...updatedIds(writes)];
    return { next, judgement, ids };
  });
  if (applied === null) return null;
  await judgeLater(ctx, applied.judgement, applied.ids);
  return applied.next;
}

/** Returns whether a row is to be written. A row that was not applied is not undone. */
function isOpen(chunk: Chunk, index: number, direction: Direction): boolean {
  return direction === "apply" || !Object.hasOwn(chunk.applyConflicts, index);
}

function withoutConflicts(rows: Map<number, PlannedRow>, conflicts: ChunkConflicts): PlannedRow[] {
  return [...rows].flatMap(([index, row]) => (Object.hasOwn(conflicts, index) ? [] : [row]));
}

/** Returns whether another write changed a record, a page, the limit or a hostname since the chunk was read. */
function isConflict(error: unknown): boolean {
  return error instanceof AssertionError || isForeignKeyViolation(error) || isTaken(error);
}

function isTaken(error: unknown): boolean {
  return isUniqueViolation(error) && /records\./.test(String(error));
}

async function readStanding(
  ctx: ServiceContext,
  change: Change,
  rows: Map<number, PlannedRow>,
  direction: Direction,
): Promise<Omit<Standing, "pageReasons">> {
  const { DB } = ctx.env;
  const { reach } = ctx.caller;
  const list = [...rows.values()];
  const isUndo = direction === "undo";
  const idsOf = (some: PlannedRow[]) => some.flatMap((row) => row.id ?? []);
  const [stored, aside, hosts] = await Promise.all([
    selectStoredRecords(DB, reach, idsOf(list)),
    selectAside(DB, change.id, isUndo ? idsOf(list.filter(({ result }) => result === "deleted")) : []),
    selectHosts(
      DB,
      reach,
      list.flatMap(({ place }) => place?.host ?? []),
    ),
  ]);
  return { records: new Map(stored.map((one) => [one.record.id, one])), aside, hosts };
}

/** Makes conflicts of writes that the checks refuse: hostname, source, page, loops and destinations. */
async function dropInvalid(
  ctx: ServiceContext,
  writes: ChunkWrites,
  { hosts }: Standing,
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
  ].map((one) => ({ ...one, wroteList: false, errors: {} as FieldErrors }));
  for (const { index, stored } of writes.deletes) {
    if (!stored.record.pauses.includes("takedown")) continue;
    conflicts[index] = { reasons: { status: [refuse("taken_down_row")] }, current: null };
  }
  const isFree = ({ index }: { index: number }) => !Object.hasOwn(conflicts, index);
  writes.deletes = writes.deletes.filter(isFree);
  const deleted = writes.deletes.map(({ stored }) => stored.record.id);
  const judgement = await validateWrites(ctx, checked, { hosts, deleted }, judge);
  for (const { index, before, errors } of checked) {
    if (hasFieldErrors(errors)) {
      conflicts[index] = { reasons: errors, current: before && { destinations: before.destinations } };
    }
  }
  writes.inserts = writes.inserts.filter(isFree);
  writes.updates = writes.updates.filter(isFree);
  return judgement;
}

/** @returns whether writes were dropped, without which others may lead back */
async function dropBeyondLimit(
  ctx: ServiceContext,
  writes: ChunkWrites,
  conflicts: ChunkConflicts,
): Promise<boolean> {
  const { id, plan } = ctx.caller.workspace;
  const { maxRecords } = PLANS[plan];
  if (maxRecords === null || writes.inserts.length === 0) return false;
  const used = (await selectRecordCount(ctx.env.DB, wholeOf(id))) - writes.deletes.length;
  const free = Math.max(0, maxRecords - used);
  const dropped = writes.inserts.splice(free);
  for (const { index } of dropped) {
    const reason = refuse("plan_limit", { count: maxRecords });
    conflicts[index] = { reasons: { row: [reason] }, current: null };
  }
  return dropped.length > 0;
}

function updatedIds({ updates }: ChunkWrites): string[] {
  return updates.map(({ update }) => update.before.id);
}

/** Returns the change after the chunk. Rows with a conflict count as conflicts from then on. */
function advance(
  change: Change,
  rows: Map<number, PlannedRow>,
  conflicts: ChunkConflicts,
  direction: Direction,
): Change {
  const counts = { ...change.counts };
  for (const index of Object.keys(conflicts)) {
    const row = rows.get(Number(index));
    if (row === undefined || direction === "undo") continue;
    counts[countOf(row.result)]--;
    counts.conflicts++;
  }
  const undoConflicts =
    change.progress.undoConflicts + (direction === "undo" ? Object.keys(conflicts).length : 0);
  return {
    ...change,
    counts,
    done: change.done + 1,
    progress: { ...change.progress, undoConflicts },
  };
}

async function commitChunk(
  ctx: ServiceContext,
  change: Change,
  { n }: Chunk,
  direction: Direction,
  { inserts, updates, deletes }: ChunkWrites,
  conflicts: ChunkConflicts,
  next: Change,
  pageStatements: D1PreparedStatement[],
  leasedUntilMs: number,
): Promise<void> {
  const { DB } = ctx.env;
  const { id, plan } = ctx.caller.workspace;
  const { maxRecords } = PLANS[plan];
  const gone = deletes.map(({ stored }) => stored);
  const records = inserts.map(({ stored }) => stored);
  const history = updates.flatMap((entry) => entry.history);
  const isUndo = direction === "undo";
  const statements = [
    noteChunk(DB, change, n, direction, conflicts),
    ...pageStatements,
    assertThat(DB, "suspended", "SELECT suspended_at IS NULL FROM workspaces WHERE id = ?1", id),
    ...(gone.length === 0
      ? []
      : [
          assertVersions(
            DB,
            gone.map(({ record }) => record),
          ),
        ]),
    ...(isUndo ? [] : setAside(DB, change.id, gone)),
    ...deleteRecordRows(
      DB,
      id,
      gone.map(({ record }) => record),
    ),
    ...updateRecords(
      DB,
      updates.map(({ update }) => update),
    ),
    ...(records.length === 0 ? [] : insertRecords(DB, id, records, { skipTaken: false, maxRecords })),
    ...(isUndo
      ? bringBack(
          DB,
          records.map(({ record }) => record.id),
        )
      : []),
    ...splitForParameters(history).flatMap((part) => insertHistory(DB, part)),
    advanceChange(
      DB,
      change,
      { done: next.done, counts: next.counts, progress: next.progress },
      ctx.nowMs,
      leasedUntilMs,
    ),
  ];
  const slots = [
    ...records.flatMap(({ record }) => slotsOfPresence(record)),
    ...gone.flatMap(({ record }) => slotsOfPresence(record)),
    ...updates.flatMap(({ update }) => slotsOfChange(update.before, update.after.record)),
  ];
  // Few or no slots are published at once, so that a small change shows immediately.
  const isLater = slots.length > MANY_SLOTS;
  await (isLater ? publishLater : publish)(ctx, statements, slots);
  // A run of the consumer takes the notes of two chunks. If the call is lost, cron makes it.
  const isDue = next.done % 2 === 0 || next.done === change.chunks;
  if (isDue && (isLater || next.done > 1)) await drainLater(ctx.env);
}

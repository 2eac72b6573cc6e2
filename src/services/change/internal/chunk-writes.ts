import { momentOf } from "../../../domain/id-time.ts";
import { refuse, type Refusal } from "../../../domain/refusal/refusal.ts";
import type { Hostname } from "../../../domain/hostname.ts";
import { withFields, type ChangedFields, type PlannedRow } from "../../../domain/change/change.ts";
import { printOf } from "../../../domain/change/edit-record.ts";
import { diffHistory } from "../../../domain/history.ts";
import { isHeld, type Host } from "../../../domain/host.ts";
import { withPause } from "../../../domain/pause.ts";
import { defaultSettings, type LinkRecord } from "../../../domain/record.ts";
import type { NewHistoryEntry } from "../../../storage/history/write.ts";
import type { Change } from "../../../storage/change/read.ts";
import type { ChunkConflicts, Chunk } from "../../../storage/change/chunk.ts";
import type { RecordUpdate } from "../../../storage/record/write.ts";
import type { StoredRecord } from "../../../storage/record/row.ts";
import type { ServiceContext } from "../../context.ts";
import { newId } from "../../new-id.ts";
import { buildRecord, maxClicksVersionOf, toEntry } from "../../write/change-record.ts";
import { selectPageTimes, type UndoPage } from "../../../storage/change/page.ts";
import { NO_SUCH_PAGE } from "../../write/validate-writes.ts";

/** Computes the writes that apply or undo a chunk, from the present records. */

export type Direction = "apply" | "undo";

export interface ChunkWrites {
  inserts: { index: number; stored: StoredRecord }[];
  updates: { index: number; update: RecordUpdate; history: NewHistoryEntry[] }[];
  deletes: { index: number; stored: StoredRecord }[];
}

/** The present records of a chunk. */
export interface Standing {
  records: ReadonlyMap<string, StoredRecord>;
  aside: ReadonlyMap<string, StoredRecord>;
  hosts: ReadonlyMap<Hostname, Host>;
  /** The records that have the sources of the rows, by `placeKey`; read by the checks if they are absent. */
  holders?: ReadonlyMap<string, StoredRecord>;
  /** The reasons why an undo may not show some pages again. */
  pageReasons: ReadonlyMap<string, Refusal>;
}

export type ChangeMade = Pick<Change, "id" | "createdBy" | "passwordHash">;

/** Returns the writes of a chunk. Adds rows that cannot be written to the conflicts. */
export function toWrites(
  ctx: ServiceContext,
  change: ChangeMade,
  rows: Iterable<[number, PlannedRow]>,
  direction: Direction,
  { records, aside, hosts, pageReasons }: Standing,
  conflicts: ChunkConflicts,
): ChunkWrites {
  const writes: ChunkWrites = { inserts: [], updates: [], deletes: [] };
  const isUndo = direction === "undo";
  for (const [index, row] of rows) {
    const { id, place, result } = row;
    if (id === null || place === null) continue;
    const host = hosts.get(place.host);
    const pageReason = isUndo ? pageReasons.get(row.before?.file ?? "") : undefined;
    if (pageReason !== undefined) {
      const present = records.get(id);
      const current = present === undefined ? null : pick(present, Object.keys(row.after ?? {}));
      conflicts[index] = { reasons: { file: [pageReason] }, current };
      continue;
    }
    if (result === (isUndo ? "deleted" : "created")) {
      const stored = isUndo
        ? restored(aside.get(id), isHeld(host), ctx.nowMs)
        : toCreated(ctx, change, row, isHeld(host));
      if (stored === undefined) conflicts[index] = { reasons: { id: [FORGOTTEN] }, current: null };
      else writes.inserts.push({ index, stored });
      continue;
    }
    const stored = records.get(id);
    const written = isUndo && result !== "deleted" ? row.version + 1 : row.version;
    if (stored === undefined) {
      conflicts[index] = { reasons: { id: [DELETED] }, current: null };
    } else if (stored.record.version !== written && !(isUndo && isAsLeft(stored, row))) {
      const names = Object.keys((isUndo ? row.after : row.before) ?? row.after ?? {});
      conflicts[index] = { reasons: { version: [isUndo ? EDITED : CHANGED] }, current: pick(stored, names) };
    } else if (result === "changed") {
      const update = toUpdate(change, stored, (isUndo ? row.before : row.after) ?? {}, isUndo, ctx.nowMs);
      writes.updates.push({ index, update, history: toHistory(ctx, change, update) });
    } else writes.deletes.push({ index, stored });
  }
  return writes;
}

/** Returns whether a record is as the change left it, even if edits in between were reverted. */
function isAsLeft({ record }: StoredRecord, { print }: PlannedRow): boolean {
  return print !== undefined && print === printOf(record);
}

const DELETED = refuse("deleted_since");
const CHANGED = refuse("changed_since");
const EDITED = refuse("edited_since");
const FORGOTTEN = refuse("no_longer_kept");

function pick(stored: StoredRecord, names: string[]): ChangedFields {
  const record = stored.record as unknown as Record<string, unknown>;
  const shown = names.filter((name) => name !== "passwordHash" && Object.hasOwn(record, name));
  return Object.fromEntries(shown.map((name) => [name, record[name]]));
}

export function toCreated(
  ctx: ServiceContext,
  change: ChangeMade,
  row: PlannedRow,
  isHeldNow: boolean,
): StoredRecord {
  const { id, handler, place, after } = row;
  if (id === null || place === null) throw new TypeError("A row that creates a record has a place.");
  const { passwordHash = null, managedBy = null, clicksBefore = 0, ...rest } = after ?? {};
  const settings = { ...defaultSettings(handler), ...rest };
  const built = buildRecord(ctx, handler, place, settings, isHeldNow);
  const record = withFields(built, { managedBy, clicksBefore });
  const madeAtMs = momentOf(id);
  const createdAtMs = after?.createdAtMs ?? madeAtMs;
  const updatedAtMs = Math.max(ctx.nowMs, madeAtMs);
  return {
    record: { ...record, id, createdAtMs, updatedAtMs, createdBy: change.createdBy },
    passwordHash,
  };
}

function restored(
  stored: StoredRecord | undefined,
  isHeldNow: boolean,
  nowMs: number,
): StoredRecord | undefined {
  if (stored === undefined) return undefined;
  const { record } = stored;
  const pauses = withPause(record.pauses, "claim", !isHeldNow);
  const written = { isHeld: isHeldNow, pauses, version: record.version + 1 };
  return { ...stored, record: { ...record, ...written, updatedAtMs: nextMomentOf(record, nowMs) } };
}

function nextMomentOf({ updatedAtMs }: LinkRecord, nowMs: number): number {
  return momentOf(newId(Math.max(nowMs, updatedAtMs + 1)));
}

function toUpdate(
  change: ChangeMade,
  stored: StoredRecord,
  fields: ChangedFields,
  isUndo: boolean,
  nowMs: number,
): RecordUpdate {
  const before = stored.record;
  const version = before.version + 1;
  const written = withFields(before, {
    ...fields,
    // The platform's own pauses may have changed since the plan, so only the user's pause is written.
    ...(fields.pauses && { pauses: withPause(before.pauses, "user", fields.pauses.includes("user")) }),
  });
  const record: LinkRecord = {
    ...written,
    version,
    placesLeft: before.placesLeft,
    maxClicksVersion: maxClicksVersionOf(before, written.maxClicks, version),
    ...(isUndo && resumedCounter(before, fields, version)),
    updatedAtMs: nextMomentOf(before, nowMs),
  };
  return { before, after: { record, passwordHash: hashOf(change, stored, fields) } };
}

/**
 * Returns the counter of a limit that an undo restores: a new one that continues the earlier one, because no counter
 * gives way to an earlier version (contract 24.12).
 */
function resumedCounter(
  before: LinkRecord,
  { maxClicks, maxClicksVersion: resumes, placesLeft: known }: ChangedFields,
  version: number,
): Partial<LinkRecord> {
  const { maxClicksVersion } = before;
  if (typeof maxClicks !== "number" || resumes === undefined || resumes === maxClicksVersion) {
    return { maxClicksVersion };
  }
  const left = known && known.version >= resumes ? known.left : maxClicks;
  return { maxClicksVersion: version, placesLeft: { left, version, resumes } };
}

/** Returns the hash of the row, or of the change if it sets one password for all records. */
function hashOf(change: ChangeMade, stored: StoredRecord, fields: ChangedFields): string | null {
  if (fields.passwordHash !== undefined) return fields.passwordHash;
  return typeof fields.passwordVersion === "number" ? change.passwordHash : stored.passwordHash;
}

function toHistory(
  ctx: ServiceContext,
  change: ChangeMade,
  { before, after }: RecordUpdate,
): NewHistoryEntry[] {
  const diff = diffHistory(before, after.record);
  if (diff === null) return [];
  const id = newId(after.record.updatedAtMs);
  return [toEntry(ctx, id, before.id, diff, change.id)];
}

// Stored pages that an undo shows again (contract 28.22). A page can be written while no record serves it, and what
// was written since belongs to somebody who may not reach the hostname of the record.

/** Returns the pages that the undo of some rows shows again. */
export function undoPagesOf(rows: Iterable<PlannedRow>): UndoPage[] {
  const pages = new Map<string, UndoPage>();
  for (const { place, before } of rows) {
    if (place === null || typeof before?.file !== "string") continue;
    pages.set(`${place.host}/${before.file}`, [place.host, before.file]);
  }
  return [...pages.values()];
}

interface UndoPages {
  /** The `updated_at` of the pages that the undo may show, by their names. The commit asserts them. */
  times: ReadonlyMap<string, number>;
  /** The reasons why the undo may not show the other pages. */
  reasons: ReadonlyMap<string, Refusal>;
}

export const NO_UNDO_PAGES: UndoPages = { times: new Map(), reasons: new Map() };

export async function readUndoPages(
  db: D1Database,
  { workspaceId, createdAtMs }: Change,
  { pages: kept }: Chunk,
  rows: Iterable<PlannedRow>,
): Promise<UndoPages> {
  const names = new Set(undoPagesOf(rows).map(([, name]) => name));
  const times = await selectPageTimes(db, workspaceId, [...names]);
  const keptTimes = new Map(kept.map(([, name, updatedAtMs]) => [name, updatedAtMs]));
  const reasons = new Map<string, Refusal>();
  for (const name of names) {
    const time = times.get(name);
    const keptTime = keptTimes.get(name);
    // An earlier version of the Worker has kept no time: the page must be as old as the change.
    const isKept = time !== undefined && (keptTime === undefined ? time <= createdAtMs : time === keptTime);
    if (isKept) continue;
    reasons.set(name, time === undefined ? NO_SUCH_PAGE : EDITED);
    times.delete(name);
  }
  return { times, reasons };
}

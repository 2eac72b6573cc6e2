import { batchIdPrefix } from "../../clicks/batch-id.ts";
import { addSheet, emptySheet, fromSheetJson, type Sheet, type SheetJson } from "../../clicks/sheet.ts";
import { STORED_VERSION, type StoredClicks } from "../../clicks/tally.ts";
import { mondayOf } from "../../domain/calendar.ts";
import { MINUTE_MS } from "../../domain/time.ts";
import { partition } from "../../runtime/partition.ts";
import { assertThat } from "../commit.ts";
import { endLease, IS_FREE, takeLease } from "../lease.ts";
import { bindParts, toJsonParts } from "../statement.ts";
import { keyOf, prepareSheets, type CountedDay, type PreparedSheets, type SheetChange } from "./sheet.ts";
import { prepareThresholds } from "./threshold.ts";

/**
 * Adds stored messages to the sheets of their days, and to `total_clicks`. One batch adds some messages, and
 * marks them as added by clearing their bodies. So each counts once, even if a folder dies. The batch asserts
 * that no other folder has the lease, has added one of the messages, or has changed one of the sheets.
 *
 * Clicks of workspaces with many clicked records wait, so that several clicks of a record cost its rows once. What waits
 * stays in the bodies of its messages.
 */

export interface FoldLimits {
  /** The most sheets of one batch. A single message may need more. */
  sheets: number;
  /** The most bytes of messages, and of sheets, in one batch. A single one may be larger. */
  bytes: number;
  /** How long clicks wait, in milliseconds. */
  waitMs: number;
}

/** The most messages of one batch. */
const MAX_MESSAGES = 200;
/** Workspaces wait only with more clicked records than this. */
const MANY_RECORDS = 1_000;
/** If so many messages wait, none waits longer. A message has up to 250 clicks. */
const MOST_WAITING = 100;
/** The usual delay of messages. A later message moves the start back, which writes a row. */
const USUAL_DELAY_MS = 2 * MINUTE_MS;
/** The number of already added messages that are read before the start is moved, which writes a row. */
const PASSED_ROWS = 1_000;

/** The rows from the start on: a scalar, so that they come in the order of their ids. */
const FROM_START = "FROM click_batches b WHERE b.id >= (SELECT unfolded_from FROM click_folder)";
const UNFOLDED = `${FROM_START} AND b.body IS NOT NULL AND b.body ->> 'v' = ${STORED_VERSION}`;

/** Whether clicks are still to be added, those that wait included. */
export const HAS_CLICKS = `EXISTS (SELECT 1 ${FROM_START} AND b.body IS NOT NULL)`;

/** The rows whose clicks wait, or have waited. */
export const WAITING =
  "FROM click_batches INDEXED BY click_batches_waiting WHERE waits_until IS NOT NULL AND body IS NOT NULL";

/** Whether what waits is to be added. `now` is a value in SQL. */
const isWaitOver = (now: string): string =>
  `(SELECT count(*) >= ${MOST_WAITING} OR min(waits_until) <= ${now} ${WAITING})`;

/** Takes rows by the index before it adds up their bytes: a backlog is neither sorted nor read as a whole. */
const SELECT_UNFOLDED = `
  SELECT id, body, size, bytes, ${isWaitOver("?3")} AS isWaitOver,
    (SELECT way_back_until <= ?3 FROM click_folder) AS mayWait
  FROM (
    SELECT id, body, length(body) AS size, sum(length(body)) OVER (ORDER BY id) AS bytes
    FROM (
      SELECT b.id, b.body ${UNFOLDED}
        AND (b.waits_until IS NULL OR ${isWaitOver("?3")}) AND b.id NOT IN (SELECT value FROM json_each(?1))
      ORDER BY b.id LIMIT ?2))
  WHERE bytes - size < ?4`;

/** Returns the condition that the start is at an added message with an id before a value in SQL. */
const hasPassed = (end: string): string => `(
  SELECT b.body IS NULL AND b.id < ${end} ${FROM_START} ORDER BY b.id LIMIT 1)`;

/** Returns the condition that messages are to be added, or that the start is to be moved past added ones. */
export const hasUnfoldedClicks = (nowMs: number): string =>
  `EXISTS (SELECT 1 ${UNFOLDED} AND b.waits_until IS NULL) OR ${isWaitOver("?1")}
   OR ${hasPassed(`'${batchIdPrefix(nowMs - USUAL_DELAY_MS)}'`)}`;

const IS_LEASED_BY_NOBODY_ELSE = `(SELECT ${IS_FREE} OR holder = ?2 FROM click_folder)`;

/** The condition compares bodies, because a body changes when the clicks of a record are deleted. */
const ARE_UNFOLDED = `
  json_array_length(?1) = (
    SELECT count(*) FROM json_each(?1) j CROSS JOIN click_batches b ON b.id = j.value ->> 0
    WHERE length(b.body) = j.value ->> 1)`;

const ADD_TOTALS = `
  UPDATE records SET total_clicks = total_clicks + t.clicks, clicked_week = max(clicked_week, t.week)
  FROM (SELECT value ->> 0 AS id, value ->> 1 AS clicks, value ->> 2 AS week FROM json_each(?1)) t
  WHERE records.id = t.id`;

const ADD_TOTALS_ASIDE = `
  UPDATE records_aside SET
    body = json_set(body, '$.total_clicks', body ->> 'total_clicks' + t.clicks), clicked_week = max(clicked_week, t.week)
  FROM (SELECT value ->> 0 AS id, value ->> 1 AS clicks, value ->> 2 AS week FROM json_each(?1)) t
  WHERE records_aside.id = t.id`;

/** What waits of a message stays its body. `?2` says until when. */
const MARK_FOLDED = `
  UPDATE click_batches SET body = j.value ->> 1, waits_until = iif(j.value ->> 1 IS NULL, NULL, ?2)
  FROM json_each(?1) j WHERE click_batches.id = j.value ->> 0`;

const MOVE_START = `
  UPDATE click_folder SET unfolded_from = coalesce(
    (SELECT b.id FROM click_batches b WHERE b.id >= click_folder.unfolded_from AND b.body IS NOT NULL
     ORDER BY b.id LIMIT 1),
    max(unfolded_from, ?1))`;

/** Has no clicks wait any longer. */
export function endWaiting(db: D1Database): D1PreparedStatement {
  return db.prepare(
    "UPDATE click_batches SET waits_until = NULL WHERE waits_until IS NOT NULL AND body IS NOT NULL",
  );
}

interface UnfoldedRow {
  id: string;
  body: string;
  size: number;
  /** Of this row and those before it. */
  bytes: number;
  isWaitOver: number | null;
  mayWait: number | null;
}

interface Folder {
  /** The name of this run, for the lease. */
  holder: string;
  nowMs: number;
}

/** Reads the oldest messages without `skipped`. `add` adds them to sheets, and returns whether more are left. */
export async function readUnfolded(
  db: D1Database,
  { holder, nowMs }: Folder,
  limits: FoldLimits,
  skipped: readonly string[],
  most = MAX_MESSAGES,
) {
  const { results, meta } = await db
    .prepare(SELECT_UNFOLDED)
    .bind(JSON.stringify(skipped), most, nowMs, limits.bytes)
    .all<UnfoldedRow>();
  const usualStart = batchIdPrefix(nowMs - USUAL_DELAY_MS);
  const moveStart =
    meta.rows_read > results.length + PASSED_ROWS ? [db.prepare(MOVE_START).bind(usualStart)] : [];
  const add = async (): Promise<boolean> => {
    const last = results.at(-1);
    if (last === undefined) {
      await db
        .prepare(`${MOVE_START} WHERE ${hasPassed("?1")}`)
        .bind(usualStart)
        .run();
      return false;
    }
    const { rows, sheets } = await takeFirst(db, results, limits);
    const taken = toJsonParts(rows.map(({ id, size }) => [id, size]));
    const left = rows.map(({ id, waiting }) => [id, waiting === null ? null : JSON.stringify(waiting)]);
    const totals = toJsonParts(toTotals(sheets.counted));
    await db.batch([
      assertThat(db, "stale_version", IS_LEASED_BY_NOBODY_ELSE, nowMs, holder),
      ...taken.map((part) => assertThat(db, "stale_version", ARE_UNFOLDED, part)),
      ...sheets.statements,
      ...(await prepareThresholds(db, sheets.counted, nowMs)),
      ...totals.flatMap((part) => [ADD_TOTALS, ADD_TOTALS_ASIDE].map((sql) => db.prepare(sql).bind(part))),
      ...bindParts(db, MARK_FOLDED, left, nowMs + limits.waitMs),
      ...moveStart,
    ]);
    return rows.length < results.length || results.length === most || last.bytes >= limits.bytes;
  };
  return { ids: results.map(({ id }) => id), add };
}

interface TakenRow extends UnfoldedRow {
  /** The clicks that wait; null for none. */
  waiting: StoredClicks | null;
}

/** Takes messages, the oldest first, until they would change too many sheets or too large ones. */
async function takeFirst(
  db: D1Database,
  rows: UnfoldedRow[],
  limits: FoldLimits,
  isBusy = findBusy(rows, limits),
): Promise<{ rows: TakenRow[]; sheets: PreparedSheets }> {
  const [taken, changes] = mergeFirst(rows, limits, isBusy);
  const mostBytes = taken.length > 1 ? limits.bytes : Infinity;
  const sheets = await prepareSheets(db, [...changes.values()], mostBytes);
  if (sheets.share === 1) return { rows: taken, sheets };
  const fewer = Math.max(1, Math.floor(taken.length * sheets.share * 0.9));
  return takeFirst(db, rows.slice(0, fewer), limits, isBusy);
}

type IsBusy = (workspaceId: string) => boolean;

function mergeFirst(
  rows: UnfoldedRow[],
  { sheets }: FoldLimits,
  isBusy: IsBusy,
): [taken: TakenRow[], Map<string, MergedChange>] {
  const changes = new Map<string, MergedChange>();
  const taken: TakenRow[] = [];
  for (const row of rows) {
    const [waiting, due] = partition(Object.entries(parseBody(row).of), ([workspaceId]) =>
      isBusy(workspaceId),
    );
    const own = listParts(due);
    const further = new Set(own.map(({ key }) => key).filter((key) => !changes.has(key))).size;
    if (taken.length > 0 && changes.size + further > sheets) break;
    const isAdded = waiting.length === 0;
    taken.push({ ...row, waiting: isAdded ? null : { v: STORED_VERSION, of: Object.fromEntries(waiting) } });
    for (const part of own) mergePart(changes, part);
  }
  return [taken, changes];
}

/** Messages are parsed one by one, so that memory never has all of them at once. */
const parseBody = ({ body }: UnfoldedRow) => JSON.parse(body) as StoredClicks;

/** Returns whether the clicks of a workspace wait: many of its records are clicked in the messages of a batch. */
function findBusy(rows: UnfoldedRow[], { waitMs }: FoldLimits): IsBusy {
  const [{ isWaitOver, mayWait } = { isWaitOver: 1, mayWait: 0 }] = rows;
  if (waitMs === 0 || isWaitOver === 1 || mayWait !== 1) return () => false;
  const records = new Map<string, Set<string>>();
  for (const row of rows) {
    for (const [workspaceId, clicked] of Object.entries(parseBody(row).of)) {
      const known = records.get(workspaceId) ?? new Set();
      records.set(workspaceId, known);
      for (const id of Object.keys(clicked)) known.add(id);
    }
  }
  return (workspaceId) => (records.get(workspaceId)?.size ?? 0) > MANY_RECORDS;
}

type SheetPart = Omit<SheetChange, "added"> & {
  key: string;
  /** Of a sheet. */
  json: string;
};

/** Sheets are merged when they are written, because thousands of them are large. As JSON they are a tenth of that. */
type MergedChange = SheetChange & { parts: string[] };

/** Lists what workspaces of a message add to each record and day, and to each workspace and day. */
function listParts(workspaces: [string, StoredClicks["of"][string]][]): SheetPart[] {
  const parts: SheetPart[] = [];
  for (const [workspaceId, records] of workspaces) {
    for (const [recordId, { days, isForgotten }] of Object.entries(records)) {
      for (const [day, sheet] of Object.entries(days)) {
        const json = JSON.stringify(sheet);
        for (const scopeId of isForgotten === 1 ? [workspaceId] : [workspaceId, recordId]) {
          const change = { scopeId, day: Number(day), workspaceId };
          parts.push({ ...change, key: keyOf(change), json });
        }
      }
    }
  }
  return parts;
}

function mergePart(changes: Map<string, MergedChange>, { key, json, ...change }: SheetPart): void {
  const known = changes.get(key);
  if (known !== undefined) {
    known.parts.push(json);
    return;
  }
  const parts = [json];
  changes.set(key, { ...change, parts, added: () => mergeSheets(parts) });
}

function mergeSheets(parts: string[]): Sheet {
  const sum = emptySheet();
  for (const json of parts) addSheet(sum, fromSheetJson(JSON.parse(json) as SheetJson));
  return sum;
}

/** Returns the clicks of people to add to each record, and the Monday of the last week with clicks. */
function toTotals(counted: CountedDay[]): [recordId: string, clicks: number, week: number][] {
  const totals = new Map<string, [string, number, number]>();
  for (const { scopeId, workspaceId, day, before, after } of counted) {
    if (scopeId === workspaceId || after === before) continue;
    const [, sum, week] = totals.get(scopeId) ?? [scopeId, 0, 0];
    totals.set(scopeId, [scopeId, sum + after - before, Math.max(week, mondayOf(day))]);
  }
  return [...totals.values()];
}

/** Takes the lease, or extends it. Returns false if another folder has it. */
export async function takeFolderLease(
  db: D1Database,
  { holder, nowMs }: Folder,
  leaseMs: number,
): Promise<boolean> {
  const term = { nowMs, untilMs: nowMs + leaseMs };
  const isOpen = `${IS_FREE} OR holder = ?3`;
  return (await takeLease(db, "click_folder", term, isOpen, [holder], ", holder = ?3")).length > 0;
}

export async function endFolderLease(db: D1Database, holder: string): Promise<void> {
  await endLease(db, "click_folder", "holder = ?2 AND leased_until > 0", [holder]);
}

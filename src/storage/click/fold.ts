import { batchIdPrefix } from "../../clicks/batch-id.ts";
import { addSheet, emptySheet, fromSheetJson, totalOf } from "../../clicks/sheet.ts";
import { STORED_VERSION, type StoredClicks } from "../../clicks/tally.ts";
import { mondayOf } from "../../domain/calendar.ts";
import { MINUTE_MS } from "../../domain/time.ts";
import { assertThat } from "../commit.ts";
import { endLease, IS_FREE, takeLease } from "../lease.ts";
import { toJsonParts } from "../statement.ts";
import { keyOf, prepareSheets, type SheetChange } from "./sheet.ts";
import { prepareThresholds } from "./threshold.ts";

/**
 * Adds stored messages to the sheets of their days, and to `total_clicks`. One batch adds some messages, and
 * marks them as added by clearing their bodies. So each counts once, even if a folder dies. The batch asserts
 * that no other folder has the lease, has added one of the messages, or has changed one of the sheets.
 */

/** The most messages and sheets of one batch. A single message may need more sheets. */
const MAX_MESSAGES = 200;
const MAX_SHEETS = 500;
/** The usual delay of messages. A later message moves the start back, which writes a row. */
const USUAL_DELAY_MS = 2 * MINUTE_MS;
/** The number of already added messages that are read before the start is moved, which writes a row. */
const PASSED_ROWS = 1_000;

const UNFOLDED = `FROM click_folder f CROSS JOIN click_batches b ON b.id >= f.unfolded_from
  WHERE b.body IS NOT NULL AND b.body ->> 'v' = ${STORED_VERSION}`;

const SELECT_UNFOLDED = `
  SELECT b.id, b.body, length(b.body) AS size ${UNFOLDED}
    AND b.id NOT IN (SELECT value FROM json_each(?1))
  ORDER BY b.id LIMIT ?2`;

/** Returns the condition that added messages are left behind the start, with ids before a value in SQL. */
const hasPassed = (end: string): string => `EXISTS (
  SELECT 1 FROM click_folder f CROSS JOIN click_batches b ON b.id >= f.unfolded_from
  WHERE b.id < ${end} AND b.body IS NULL)`;

/** Returns the condition that messages are to be added, or that the start is to be moved past added ones. */
export const hasUnfoldedClicks = (nowMs: number): string =>
  `EXISTS (SELECT 1 ${UNFOLDED}) OR ${hasPassed(`'${batchIdPrefix(nowMs - USUAL_DELAY_MS)}'`)}`;

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

const MARK_FOLDED = `
  UPDATE click_batches SET body = NULL WHERE id IN (SELECT value ->> 0 FROM json_each(?1))`;

const MOVE_START = `
  UPDATE click_folder SET unfolded_from = coalesce(
    (SELECT b.id FROM click_batches b WHERE b.id >= click_folder.unfolded_from AND b.body IS NOT NULL
     ORDER BY b.id LIMIT 1),
    max(unfolded_from, ?1))`;

interface UnfoldedRow {
  id: string;
  body: string;
  size: number;
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
  skipped: readonly string[],
  most = MAX_MESSAGES,
) {
  const { results, meta } = await db
    .prepare(SELECT_UNFOLDED)
    .bind(JSON.stringify(skipped), most)
    .all<UnfoldedRow>();
  const usualStart = batchIdPrefix(nowMs - USUAL_DELAY_MS);
  const moveStart =
    meta.rows_read > results.length + PASSED_ROWS ? [db.prepare(MOVE_START).bind(usualStart)] : [];
  const add = async (): Promise<boolean> => {
    if (results.length === 0) {
      await db
        .prepare(`${MOVE_START} WHERE ${hasPassed("?1")}`)
        .bind(usualStart)
        .run();
      return false;
    }
    const { rows, changes } = takeFirst(results);
    const taken = toJsonParts(rows.map(({ id, size }) => [id, size]));
    const sheets = await prepareSheets(db, changes);
    const totals = toJsonParts(toTotals(changes));
    await db.batch([
      assertThat(db, "stale_version", IS_LEASED_BY_NOBODY_ELSE, nowMs, holder),
      ...taken.map((part) => assertThat(db, "stale_version", ARE_UNFOLDED, part)),
      ...sheets.statements,
      ...(await prepareThresholds(db, sheets.counted, nowMs)),
      ...totals.flatMap((part) => [ADD_TOTALS, ADD_TOTALS_ASIDE].map((sql) => db.prepare(sql).bind(part))),
      ...taken.map((part) => db.prepare(MARK_FOLDED).bind(part)),
      ...moveStart,
    ]);
    return rows.length < results.length || results.length === most;
  };
  return { ids: results.map(({ id }) => id), add };
}

/** Takes messages, the oldest first, until they would change too many sheets. */
function takeFirst(rows: UnfoldedRow[]): { rows: UnfoldedRow[]; changes: SheetChange[] } {
  const changes = new Map<string, SheetChange>();
  const taken: UnfoldedRow[] = [];
  for (const row of rows) {
    const own = toChanges(JSON.parse(row.body) as StoredClicks);
    const further = own.filter((change) => !changes.has(keyOf(change))).length;
    if (taken.length > 0 && changes.size + further > MAX_SHEETS) break;
    taken.push(row);
    for (const change of own) mergeChange(changes, change);
  }
  return { rows: taken, changes: [...changes.values()] };
}

/** Returns the clicks that a message adds to each record and day, and to each workspace and day. */
function toChanges({ of }: StoredClicks): SheetChange[] {
  const changes = new Map<string, SheetChange>();
  for (const [workspaceId, records] of Object.entries(of)) {
    for (const [recordId, { days, isForgotten }] of Object.entries(records)) {
      for (const [day, json] of Object.entries(days)) {
        const change = { day: Number(day), workspaceId, added: fromSheetJson(json) };
        mergeChange(changes, { ...change, scopeId: workspaceId });
        if (isForgotten !== 1) mergeChange(changes, { ...change, scopeId: recordId });
      }
    }
  }
  return [...changes.values()];
}

function mergeChange(changes: Map<string, SheetChange>, change: SheetChange): void {
  const key = keyOf(change);
  const known = changes.get(key) ?? { ...change, added: emptySheet() };
  changes.set(key, known);
  addSheet(known.added, change.added);
}

/** Returns the clicks of people to add to each record, and the Monday of the last week with clicks. */
function toTotals(changes: SheetChange[]): [recordId: string, clicks: number, week: number][] {
  const totals = new Map<string, [string, number, number]>();
  for (const { scopeId, workspaceId, day, added } of changes) {
    const { clicks } = totalOf(added);
    if (scopeId === workspaceId || clicks === 0) continue;
    const [, before, week] = totals.get(scopeId) ?? [scopeId, 0, 0];
    totals.set(scopeId, [scopeId, before + clicks, Math.max(week, mondayOf(day))]);
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

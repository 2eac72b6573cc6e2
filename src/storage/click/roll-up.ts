import { addToDay } from "../../clicks/month.ts";
import { fromSheetJson, type Sheet, type SheetJson } from "../../clicks/sheet.ts";
import { dayOf, firstOfMonth, startOfDay } from "../../domain/calendar.ts";
import { HOURS_KEPT_DAYS } from "../../domain/stats.ts";
import { DAY_MS, HOUR_MS } from "../../domain/time.ts";
import { chunkBySize } from "../../runtime/chunk.ts";
import { assertThat, toAssertionError } from "../commit.ts";
import { bindParts, toJsonParts } from "../statement.ts";
import { prepareMonths, type MonthKey } from "./month.ts";
import { ARE_SHEETS_UNCHANGED } from "./sheet.ts";

/**
 * Moves sheets whose hours are no longer shown into the months of their record or workspace (contract 8.12). A step is one
 * batch, which asserts that its sheets and months are what they were when they were read. So a click is either in a sheet
 * or in a month, whatever dies. A click that comes later makes a sheet again, which the next run adds to its month.
 */

/** The most characters of the bodies of a step, so that their months take a second of CPU at most. */
const MAX_BODIES = 500_000;
/** The clock of an isolate that shows hours may be so much behind that of the one that rolls up. */
const MARGIN_MS = HOUR_MS;
/** A backup is read within this time. */
const BACKUP_MS = 6 * HOUR_MS;

export const HAS_DAYS_TO_ROLL_UP =
  "EXISTS (SELECT 1 FROM click_folder WHERE max(rolls_at, coalesce(way_back_until, 0)) <= ?1)";

/** Takes some records with old days, and of these all old days: after an upgrade a record has many. `?1` is the first day that is not old, `?2` how many. */
const SELECT_OLD = `
  SELECT s.scope_id AS scopeId, s.day, s.workspace_id AS workspaceId, s.stamp, s.body
  FROM (
    SELECT DISTINCT scope_id FROM (
      SELECT s.scope_id FROM workspaces w CROSS JOIN click_sheets s INDEXED BY click_sheets_by_day
        ON s.workspace_id = w.id AND s.day < ?1
      LIMIT ?2)
  ) o CROSS JOIN click_sheets s ON s.scope_id = o.scope_id AND s.day < ?1
  LIMIT ?2`;

const DELETE_SHEETS = `
  DELETE FROM click_sheets WHERE (scope_id, day) IN (SELECT value ->> 0, value ->> 1 FROM json_each(?1))`;

const IS_TIME = "(SELECT max(rolls_at, way_back_until) <= ?1 FROM click_folder)";

interface OldSheet {
  scopeId: string;
  day: number;
  workspaceId: string;
  stamp: string;
  body: string;
}

/** Moves at most so many days. Returns whether more are left. */
export async function rollUpDays(db: D1Database, nowMs: number, most = 200): Promise<boolean> {
  const endDay = dayOf(nowMs - MARGIN_MS) - HOURS_KEPT_DAYS;
  const { results } = await db.prepare(SELECT_OLD).bind(endDay, most).all<OldSheet>();
  const [old = []] = chunkBySize(results, ({ body }) => body.length, MAX_BODIES);
  if (old.length === 0) {
    await waitUntil(db, startOfDay(dayOf(nowMs - MARGIN_MS) + 1) + MARGIN_MS);
    return false;
  }
  const months = groupByMonth(old);
  const read = old.map(({ scopeId, day, stamp }) => [scopeId, day, stamp]);
  try {
    await db.batch([
      assertThat(db, "stale_version", IS_TIME, nowMs),
      ...toJsonParts(read).map((part) => assertThat(db, "stale_version", ARE_SHEETS_UNCHANGED, part)),
      ...(await prepareMonths(db, [...months.keys()], (month, key) => {
        for (const { day, sheet } of months.get(key) ?? []) addToDay(month, day, sheet);
      })),
      ...bindParts(db, DELETE_SHEETS, read),
    ]);
  } catch (error) {
    // Clicks were added or deleted, or a backup has begun. The next run tries again.
    if (toAssertionError(error) !== null) return false;
    throw error;
  }
  return true;
}

function groupByMonth(sheets: OldSheet[]): Map<MonthKey, { day: number; sheet: Sheet }[]> {
  const keys = new Map<string, MonthKey>();
  const months = new Map<MonthKey, { day: number; sheet: Sheet }[]>();
  for (const { scopeId, day, workspaceId, body } of sheets) {
    const firstDay = firstOfMonth(day);
    const name = `${scopeId} ${firstDay}`;
    const key = keys.get(name) ?? { scopeId, firstDay, workspaceId };
    keys.set(name, key);
    const days = months.get(key) ?? [];
    days.push({ day, sheet: fromSheetJson(JSON.parse(body) as SheetJson) });
    months.set(key, days);
  }
  return months;
}

/** The release before can read neither months nor lists of messages. So long after an upgrade it finds neither. */
const WAY_BACK_MS = 7 * DAY_MS;

/** Notes that an upgrade has happened, if this is the first run since. Returns whether it is. */
export async function beginWayBack(db: D1Database, nowMs: number): Promise<boolean> {
  const { meta } = await db
    .prepare("UPDATE click_folder SET way_back_until = ?1 WHERE way_back_until IS NULL")
    .bind(nowMs + WAY_BACK_MS)
    .run();
  return meta.changes > 0;
}

async function waitUntil(db: D1Database, atMs: number): Promise<void> {
  await db.prepare("UPDATE click_folder SET rolls_at = max(rolls_at, ?1)").bind(atMs).run();
}

/** A statement before a backup: no day moves into a month while the backup is read. `?1` is its beginning. */
export const HOLD_MONTHS = `UPDATE click_folder SET rolls_at = max(rolls_at, ?1 + ${BACKUP_MS})`;

import { addHour, addValue, emptySheet, NO_HOUR, type Sheet } from "../../clicks/sheet.ts";
import { dayOf } from "../../domain/calendar.ts";
import { assertThat, toAssertionError } from "../commit.ts";
import { keyOf, prepareSheets, type SheetChange } from "./sheet.ts";

/**
 * Moves the counts of the previous release from its tables into sheets, the oldest days first. The previous
 * release may continue to write while a deployment replaces it; its new counts are moved later. Each step is one
 * batch, so that every click is either in the tables or in a sheet. Reads add both.
 */

/** The number of days of records and workspaces that one step moves. */
const DAYS_AT_ONCE = 100;

/** Leaves out today, whose counts may still grow in the older tables. */
const SELECT_DAYS = `
  SELECT d.scope_id AS scopeId, d.day, d.clicks, d.bots, coalesce(r.workspace_id, w.id) AS workspaceId
  FROM (SELECT * FROM clicks_daily INDEXED BY clicks_daily_by_day WHERE day < ?1 ORDER BY day LIMIT ?2) d
  LEFT JOIN records r ON r.id = d.scope_id LEFT JOIN workspaces w ON w.id = d.scope_id`;

const SELECT_DAY_COUNTS = `
  SELECT d.scope_id AS scopeId, d.day, d.clicks, d.bots
  FROM json_each(?1) j CROSS JOIN clicks_daily d ON d.scope_id = j.value ->> 0 AND d.day = j.value ->> 1`;

const SELECT_HOURS = `
  SELECT h.scope_id AS scopeId, h.hour, h.clicks, h.bots
  FROM json_each(?1) j CROSS JOIN clicks_hourly h
    ON h.scope_id = j.value ->> 0 AND h.hour >= j.value ->> 1 * 24 AND h.hour < (j.value ->> 1 + 1) * 24`;

/** The dimensions of the previous release. */
const KEYS = `
  SELECT j.value ->> 0, k.value, j.value ->> 1
  FROM json_each(?1) j CROSS JOIN json_each('["destination","country","device","browser","referrer"]') k`;

const SELECT_VALUES = `
  SELECT scope_id AS scopeId, dimension, day, value, clicks FROM clicks_by_value
  WHERE (scope_id, dimension, day) IN (${KEYS})`;

/** Compares days only, because each batch of the previous release also adds to the day. */
const ARE_UNCHANGED = `
  NOT EXISTS (
    SELECT 1 FROM json_each(?1) j
    LEFT JOIN clicks_daily d ON d.scope_id = j.value ->> 0 AND d.day = j.value ->> 1
    WHERE d.clicks IS NOT j.value ->> 2 OR d.bots IS NOT j.value ->> 3)`;

const DELETES = [
  `DELETE FROM clicks_hourly WHERE (scope_id, hour) IN (
     SELECT h.scope_id, h.hour FROM json_each(?1) j CROSS JOIN clicks_hourly h
       ON h.scope_id = j.value ->> 0 AND h.hour >= j.value ->> 1 * 24 AND h.hour < (j.value ->> 1 + 1) * 24)`,
  `DELETE FROM clicks_by_value WHERE (scope_id, dimension, day) IN (${KEYS})`,
  `DELETE FROM clicks_daily WHERE (scope_id, day) IN (
     SELECT value ->> 0, value ->> 1 FROM json_each(?1))`,
];

export const hasOldTables = (nowMs: number): string =>
  `EXISTS (SELECT 1 FROM clicks_daily INDEXED BY clicks_daily_by_day WHERE day < ${dayOf(nowMs)})`;

interface DayRow {
  scopeId: string;
  day: number;
  clicks: number;
  bots: number;
}
type DueRow = DayRow & { workspaceId: string | null };
type HourRow = Omit<DayRow, "day"> & { hour: number };
type ValueRow = { scopeId: string; dimension: string; day: number; value: string; clicks: number };

/** Moves some days. Returns whether more are left. */
export async function moveOldClicks(db: D1Database, nowMs: number): Promise<boolean> {
  const { results: due } = await db.prepare(SELECT_DAYS).bind(dayOf(nowMs), DAYS_AT_ONCE).all<DueRow>();
  if (due.length === 0) return false;
  const wanted = JSON.stringify(due.map(({ scopeId, day }) => [scopeId, day]));
  // One transaction reads all three, so that they agree.
  const [days, hours, values] = (await db.batch([
    db.prepare(SELECT_DAY_COUNTS).bind(wanted),
    db.prepare(SELECT_HOURS).bind(wanted),
    db.prepare(SELECT_VALUES).bind(wanted),
  ])) as [D1Result<DayRow>, D1Result<HourRow>, D1Result<ValueRow>];
  const sheets = toSheets(days.results, hours.results, values.results);
  const changes = due.flatMap(({ scopeId, day, workspaceId }): SheetChange[] => {
    const added = sheets.get(keyOf({ scopeId, day }));
    // The counts of deleted records and workspaces are not kept.
    return added === undefined || workspaceId === null
      ? []
      : [{ scopeId, day, workspaceId, added: () => added }];
  });
  const read = JSON.stringify(
    days.results.map(({ scopeId, day, clicks, bots }) => [scopeId, day, clicks, bots]),
  );
  try {
    await db.batch([
      assertThat(db, "stale_version", ARE_UNCHANGED, read),
      ...(await prepareSheets(db, changes)).statements,
      ...DELETES.map((sql) => db.prepare(sql).bind(read)),
    ]);
  } catch (error) {
    // Another writer was first; the next run tries again.
    if (toAssertionError(error) !== null) return false;
    throw error;
  }
  return due.length === DAYS_AT_ONCE;
}

function toSheets(days: DayRow[], hours: HourRow[], values: ValueRow[]): Map<string, Sheet> {
  const sheets = new Map(days.map(({ scopeId, day }) => [keyOf({ scopeId, day }), emptySheet()]));
  for (const { scopeId, hour, clicks, bots } of hours) {
    const sheet = sheets.get(keyOf({ scopeId, day: Math.floor(hour / 24) }));
    if (sheet !== undefined) addHour(sheet, hour % 24, [clicks, bots]);
  }
  for (const { scopeId, day, clicks, bots } of days) {
    const sheet = sheets.get(keyOf({ scopeId, day }));
    if (sheet !== undefined) addUnknownHours(sheet, clicks, bots);
  }
  for (const { scopeId, dimension, day, value, clicks } of values) {
    const sheet = sheets.get(keyOf({ scopeId, day }));
    if (sheet !== undefined) addValue(sheet, dimension, value, clicks);
  }
  return sheets;
}

/** Adds the clicks of a day without known hours, which were kept for two weeks. If both differ, the day is right. */
function addUnknownHours(sheet: Sheet, clicks: number, bots: number): void {
  let [clicksLeft, botsLeft] = [clicks, bots];
  for (const [hourClicks, hourBots] of sheet.hours.values()) {
    clicksLeft -= hourClicks;
    botsLeft -= hourBots;
  }
  if (clicksLeft < 0 || botsLeft < 0) {
    sheet.hours.clear();
    [clicksLeft, botsLeft] = [clicks, bots];
  }
  if (clicksLeft + botsLeft > 0) addHour(sheet, NO_HOUR, [clicksLeft, botsLeft]);
}

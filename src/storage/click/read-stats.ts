import type { StatsPoint, StatsRange } from "../../domain/stats.ts";
import type { WholeWorkspace } from "../../domain/reach.ts";
import { dayOf, hourOf } from "../../domain/calendar.ts";
import { forEachCount, type MonthValues } from "../../clicks/month.ts";
import { DIMENSIONS, OTHER, toSorted, type Dimension, type SheetJson } from "../../clicks/sheet.ts";
import { STORED_VERSION } from "../../clicks/tally.ts";
import { DAY_MS, HOUR_MS } from "../../domain/time.ts";
import { chunkBySize } from "../../runtime/chunk.ts";
import { unpack } from "../../runtime/pack.ts";
import type { StoredMonth } from "./month.ts";

/**
 * Reads clicks from sheets and months, from the tables of release 0.1.0 until they are moved, and from messages
 * that are not in a sheet yet. One transaction reads all, so that each click is seen exactly once.
 */

/** The clicks of a whole workspace, including deleted records, or of some of its records. */
export type ClickScope =
  | { whole: WholeWorkspace; recordIds: null }
  | { workspaceId: string; recordIds: readonly string[] };

export interface CountedClicks {
  points: StatsPoint[];
  breakdowns: Record<Dimension, CountedValues>;
}

interface CountedValues {
  /** The largest counts first; equal counts in the order of their values. */
  values: { value: string; clicks: number }[];
  /** The clicks of all values, including values that are not listed. */
  total: number;
}

/** The days of messages that no sheet has yet; `?4` is the path of the workspace, `?5` is null or lists records. */
const UNFOLDED = `
  click_folder f CROSS JOIN click_batches b ON b.id >= f.unfolded_from
  CROSS JOIN json_each(b.body, ?4) r CROSS JOIN json_each(r.value, '$.days') d`;
const UNFOLDED_CONDITION = `
  b.body ->> 'v' = ${STORED_VERSION} AND CAST(d.key AS INTEGER) >= ?2 AND CAST(d.key AS INTEGER) < ?3
  AND (?5 IS NULL OR (r.key IN (SELECT value FROM json_each(?5)) AND r.value ->> 'isForgotten' IS NULL))`;

/** The sheets of a scope, and the older tables; `?1` lists the ids. */
const ofScope = (table: string, time: string) =>
  `json_each(?1) j CROSS JOIN ${table} s ON s.scope_id = j.value AND s.${time} >= ?2 AND s.${time} < ?3`;

const DAYS_OF_SHEETS = `
    SELECT s.day, s.clicks, s.bots FROM ${ofScope("click_sheets", "day")}
    UNION ALL`;

const readDays = (ofSheets: string) => `
  SELECT day * ${DAY_MS} AS atMs, sum(clicks) AS clicks, sum(bots) AS bots FROM (${ofSheets}
    SELECT s.day, s.clicks, s.bots FROM ${ofScope("clicks_daily", "day")}
    UNION ALL
    SELECT CAST(d.key AS INTEGER), h.value ->> 0, h.value ->> 1
    FROM ${UNFOLDED} CROSS JOIN json_each(d.value, '$.h') h WHERE ${UNFOLDED_CONDITION}
  ) GROUP BY day`;

/** Leaves out unknown hours, which a sheet has after the last hour. `?6` and `?7` are hours. */
const READ_HOURS = `
  SELECT hour * ${HOUR_MS} AS atMs, sum(clicks) AS clicks, sum(bots) AS bots FROM (
    SELECT s.day * 24 + CAST(h.key AS INTEGER) AS hour, h.value ->> 0 AS clicks, h.value ->> 1 AS bots
    FROM ${ofScope("click_sheets", "day")} CROSS JOIN json_each(s.body, '$.h') h
    WHERE CAST(h.key AS INTEGER) < 24
    UNION ALL
    SELECT s.hour, s.clicks, s.bots
    FROM json_each(?1) j CROSS JOIN clicks_hourly s ON s.scope_id = j.value AND s.hour >= ?6 AND s.hour < ?7
    UNION ALL
    SELECT CAST(d.key AS INTEGER) * 24 + CAST(h.key AS INTEGER), h.value ->> 0, h.value ->> 1
    FROM ${UNFOLDED} CROSS JOIN json_each(d.value, '$.h') h WHERE ${UNFOLDED_CONDITION}
  ) WHERE hour >= ?6 AND hour < ?7 GROUP BY hour`;

const DIMENSION_LIST = DIMENSIONS.map((name) => `'${name}'`).join(", ");

const VALUES_OF_SHEETS = `
      SELECT s.day AS day, k.key AS dimension, v.key AS value, v.value AS clicks
      FROM ${ofScope("click_sheets", "day")}
      CROSS JOIN json_each(s.body, '$.v') k CROSS JOIN json_each(k.value) v
      UNION ALL`;

const allValues = (ofSheets: string) => `(${ofSheets}
      SELECT s.day AS day, s.dimension AS dimension, s.value AS value, s.clicks AS clicks
      FROM json_each(?1) j CROSS JOIN json_each('["destination","country","device","browser","referrer"]') k
      CROSS JOIN clicks_by_value s
        ON s.scope_id = j.value AND s.dimension = k.value AND s.day >= ?2 AND s.day < ?3
      UNION ALL
      SELECT CAST(d.key AS INTEGER), k.key, v.key, v.value
      FROM ${UNFOLDED} CROSS JOIN json_each(d.value, '$.v') k CROSS JOIN json_each(k.value) v
      WHERE ${UNFOLDED_CONDITION}
    )`;

/** The days of the value `?7` of the dimension `?6`. */
const readDaysOfValue = (ofSheets: string) => `
  SELECT day * ${DAY_MS} AS atMs, sum(clicks) AS clicks, 0 AS bots FROM ${allValues(ofSheets)}
  WHERE dimension = ?6 AND value = ?7 GROUP BY day`;

/** The most values of a dimension that are added up; 15 days of one scope have fewer. */
const MAX_VALUES_READ = 5_000;

const readValues = (ofSheets: string) => `
  SELECT dimension, value, clicks, total FROM (
    SELECT dimension, value, sum(clicks) AS clicks,
           sum(sum(clicks)) OVER (PARTITION BY dimension) AS total,
           row_number() OVER (
             PARTITION BY dimension ORDER BY value = '${OTHER}', sum(clicks) DESC, value) AS place
    FROM ${allValues(ofSheets)}
    WHERE dimension IN (${DIMENSION_LIST})
    GROUP BY dimension, value
  )
  WHERE place <= ${MAX_VALUES_READ}`;

/** The sheets of a single scope are added up here, because D1 bills each value that SQL takes out of JSON. */
const READ_SHEETS = `
  SELECT s.day, s.clicks, s.bots, s.body ->> '$.v' AS body FROM ${ofScope("click_sheets", "day")}`;

const OF_MONTHS =
  "json_each(?1) j CROSS JOIN click_months m ON m.scope_id = j.value AND m.first_day > ?2 - 31 AND m.first_day < ?3";

const READ_MONTHS = `SELECT m.first_day, m.clicks, m.bots, m.body FROM ${OF_MONTHS}`;

const READ_SIZES = `SELECT j.value AS id, coalesce(sum(length(m.body)), 0) AS bytes
  FROM json_each(?1) j LEFT JOIN click_months m ON m.scope_id = j.value AND m.first_day > ?2 - 31 AND m.first_day < ?3
  GROUP BY 1`;

const READ_RECORDS = `
  SELECT id, sum(clicks) AS clicks FROM (
    SELECT s.scope_id AS id, s.clicks FROM ${ofScope("click_sheets", "day")}
    UNION ALL
    SELECT s.scope_id, s.clicks FROM ${ofScope("clicks_daily", "day")}
    UNION ALL
    SELECT m.scope_id, c.value FROM ${OF_MONTHS} CROSS JOIN json_each(m.clicks) c
    WHERE m.first_day + c.key >= ?2 AND m.first_day + c.key < ?3
    UNION ALL
    SELECT r.key, h.value ->> 0
    FROM ${UNFOLDED} CROSS JOIN json_each(d.value, '$.h') h WHERE ${UNFOLDED_CONDITION}
  ) GROUP BY id`;

type ValueRow = { dimension: string; value: string; clicks: number; total: number };

type SheetRow = { day: number; clicks: number; bots: number; body: string };

type Days = [firstDay: number, endDay: number];

/** Returns the parameters `?1` to `?5`. */
function parametersOf(scope: ClickScope, [firstDay, endDay]: Days): unknown[] {
  const { recordIds } = scope;
  const { workspaceId } = recordIds === null ? scope.whole : scope;
  const ids = JSON.stringify(recordIds ?? [workspaceId]);
  return [ids, firstDay, endDay, `$.of."${workspaceId}"`, recordIds === null ? null : ids];
}

interface SelectOptions {
  /** The start of the points; values start with the range. */
  pointsFromMs?: number;
  /** The number of values of each dimension. */
  valueCount: number;
  /** The points count only clicks with this value, and no bots, whose values are not stored. Not for hours. */
  value?: ClickValue | undefined;
}

/** A value by which clicks of people are counted: the country Germany. */
export interface ClickValue {
  dimension: Dimension;
  value: string;
}

/**
 * Selects clicks over time, and the largest values of each dimension. Values are stored by day, so a range
 * that begins or ends within a day gets the values of the whole day.
 */
export async function selectClicks(
  db: D1Database,
  scope: ClickScope,
  range: StatsRange,
  { pointsFromMs = range.fromMs, valueCount, value }: SelectOptions,
): Promise<CountedClicks> {
  const points: StatsPoint[] = [];
  const values = new ValueSums();
  for (const portion of await toPortions(db, scope, [dayOf(pointsFromMs), dayOf(range.toMs - 1) + 1]))
    await addPortion(db, portion, { ...range, pointsFromMs, value }, points, values);
  return { points, breakdowns: values.largest(valueCount) };
}

/** The most bytes of packed months that are read at once. */
const MAX_MONTH_BYTES = 2_000_000;

/** Splits many records, so that a transaction reads only so many months as fit into memory. */
async function toPortions(
  db: D1Database,
  scope: ClickScope,
  [firstDay, endDay]: Days,
): Promise<ClickScope[]> {
  const { recordIds } = scope;
  if (recordIds === null || recordIds.length === 1) return [scope];
  const { results } = await db
    .prepare(READ_SIZES)
    .bind(JSON.stringify(recordIds), firstDay, endDay)
    .all<{ id: string; bytes: number }>();
  return chunkBySize(results, ({ bytes }) => bytes, MAX_MONTH_BYTES).map((portion) => ({
    workspaceId: scope.workspaceId,
    recordIds: portion.map(({ id }) => id),
  }));
}

async function addPortion(
  db: D1Database,
  scope: ClickScope,
  {
    interval,
    fromMs,
    toMs,
    pointsFromMs,
    value: only,
  }: StatsRange & { pointsFromMs: number; value: ClickValue | undefined },
  points: StatsPoint[],
  values: ValueSums,
): Promise<void> {
  const [firstPoint, firstDay, endDay] = [dayOf(pointsFromMs), dayOf(fromMs), dayOf(toMs - 1) + 1];
  const ofPoints = parametersOf(scope, [firstPoint, endDay]);
  const ofValues = parametersOf(scope, [firstDay, endDay]);
  const isSingle = scope.recordIds === null || scope.recordIds.length === 1;
  const [counted, valueRows, months, sheets] = (await db.batch([
    interval === "hour"
      ? db.prepare(READ_HOURS).bind(...ofPoints, hourOf(pointsFromMs), hourOf(toMs))
      : only
        ? db
            .prepare(readDaysOfValue(isSingle ? "" : VALUES_OF_SHEETS))
            .bind(...ofPoints, only.dimension, only.value)
        : db.prepare(readDays(isSingle ? "" : DAYS_OF_SHEETS)).bind(...ofPoints),
    db.prepare(readValues(isSingle ? "" : VALUES_OF_SHEETS)).bind(...ofValues),
    // The points begin with the values, or before.
    db.prepare(READ_MONTHS).bind(...ofPoints.slice(0, 3)),
    ...(isSingle ? [db.prepare(READ_SHEETS).bind(...ofPoints.slice(0, 3))] : []),
  ])) as [D1Result<StatsPoint>, D1Result<ValueRow>, D1Result<StoredMonth>, D1Result<SheetRow>?];
  points.push(...counted.results);
  values.addRows(valueRows.results);
  for (const { day, clicks, bots, body } of sheets?.results ?? []) {
    const counted = JSON.parse(body) as SheetJson["v"];
    if (only) {
      const counts = new Map(Object.entries(counted[only.dimension] ?? {}));
      points.push({ atMs: day * DAY_MS, clicks: counts.get(only.value) ?? 0, bots: 0 });
    } else if (interval !== "hour") points.push({ atMs: day * DAY_MS, clicks, bots });
    if (day >= firstDay) values.addSheet(counted);
  }
  for (const { first_day: start, clicks, bots, body } of months.results) {
    if (interval !== "hour" && !only) points.push(...pointsOf(start, clicks, bots, [firstPoint, endDay]));
    if (start + MAX_MONTH_DAYS <= firstDay && !only) continue;
    forEachCount(await unpack<MonthValues>(body), (dimension, value, index, count) => {
      const day = start + index;
      if (day >= firstDay && day < endDay) values.add(dimension, value, count);
      if (dimension === only?.dimension && value === only.value && day >= firstPoint && day < endDay)
        points.push({ atMs: day * DAY_MS, clicks: count, bots: 0 });
    });
  }
}

const MAX_MONTH_DAYS = 31;

function pointsOf(start: number, clicks: string, bots: string, [firstDay, endDay]: Days): StatsPoint[] {
  const botsByDay = JSON.parse(bots) as number[];
  return (JSON.parse(clicks) as number[])
    .map((count, index) => ({ atMs: (start + index) * DAY_MS, clicks: count, bots: botsByDay[index] ?? 0 }))
    .filter(({ atMs }) => atMs >= firstDay * DAY_MS && atMs < endDay * DAY_MS);
}

/** Sums of clicks by dimension and value. Dimensions that this release does not know are left out. */
class ValueSums {
  private readonly sums = new Map<string, Map<string, number>>(DIMENSIONS.map((name) => [name, new Map()]));

  add(dimension: string, value: string, clicks: number): void {
    const counts = this.sums.get(dimension);
    counts?.set(value, (counts.get(value) ?? 0) + clicks);
  }

  addSheet(dimensions: SheetJson["v"]): void {
    for (const [dimension, counts] of Object.entries(dimensions)) {
      for (const [value, clicks] of Object.entries(counts)) this.add(dimension, value, clicks);
    }
  }

  /** Adds rows of `readValues`. Values that it left out count under `OTHER`. */
  addRows(rows: readonly ValueRow[]): void {
    const left = new Map<string, number>();
    for (const { dimension, value, clicks, total } of rows) {
      this.add(dimension, value, clicks);
      left.set(dimension, (left.get(dimension) ?? total) - clicks);
    }
    for (const [dimension, clicks] of left) this.add(dimension, OTHER, clicks);
  }

  largest(count: number): CountedClicks["breakdowns"] {
    return Object.fromEntries(
      [...this.sums].map(([dimension, counts]): [string, CountedValues] => {
        const total = [...counts.values()].reduce((sum, clicks) => sum + clicks, 0);
        counts.delete(OTHER);
        const values = toSorted(counts).slice(0, count);
        return [dimension, { values: values.map(([value, clicks]) => ({ value, clicks })), total }];
      }),
    ) as CountedClicks["breakdowns"];
  }
}

/** Selects the clicks of people for each of some records. Records without clicks may be missing. */
export async function selectRecordClicks(
  db: D1Database,
  scope: ClickScope,
  { fromMs, toMs }: Pick<StatsRange, "fromMs" | "toMs">,
): Promise<Map<string, number>> {
  const { results } = await db
    .prepare(READ_RECORDS)
    .bind(...parametersOf(scope, [dayOf(fromMs), dayOf(toMs - 1) + 1]))
    .all<{ id: string; clicks: number }>();
  return new Map(results.map(({ id, clicks }) => [id, clicks]));
}

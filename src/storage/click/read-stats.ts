import type { StatsPoint, StatsRange } from "../../domain/stats.ts";
import type { WholeWorkspace } from "../../domain/reach.ts";
import { dayOf, hourOf } from "../../domain/calendar.ts";
import { DIMENSIONS, OTHER, type Dimension } from "../../clicks/sheet.ts";
import { STORED_VERSION } from "../../clicks/tally.ts";
import { DAY_MS, HOUR_MS } from "../../domain/time.ts";

/**
 * Reads clicks from sheets, from the tables of the previous release until they are moved, and from messages
 * that are not in a sheet yet. One transaction reads all three, so that each click is seen exactly once.
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

const READ_DAYS = `
  SELECT day * ${DAY_MS} AS atMs, sum(clicks) AS clicks, sum(bots) AS bots FROM (
    SELECT s.day, s.clicks, s.bots FROM ${ofScope("click_sheets", "day")}
    UNION ALL
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

const READ_VALUES = `
  SELECT dimension, value, clicks, total FROM (
    SELECT dimension, value, sum(clicks) AS clicks,
           sum(sum(clicks)) OVER (PARTITION BY dimension) AS total,
           row_number() OVER (
             PARTITION BY dimension ORDER BY value = '${OTHER}', sum(clicks) DESC, value) AS place
    FROM (
      SELECT k.key AS dimension, v.key AS value, v.value AS clicks
      FROM ${ofScope("click_sheets", "day")}
      CROSS JOIN json_each(s.body, '$.v') k CROSS JOIN json_each(k.value) v
      UNION ALL
      SELECT s.dimension, s.value, s.clicks
      FROM json_each(?1) j CROSS JOIN json_each('["destination","country","device","browser","referrer"]') k
      CROSS JOIN clicks_by_value s
        ON s.scope_id = j.value AND s.dimension = k.value AND s.day >= ?2 AND s.day < ?3
      UNION ALL
      SELECT k.key, v.key, v.value
      FROM ${UNFOLDED} CROSS JOIN json_each(d.value, '$.v') k CROSS JOIN json_each(k.value) v
      WHERE ${UNFOLDED_CONDITION}
    )
    WHERE dimension IN (${DIMENSION_LIST})
    GROUP BY dimension, value
  )
  WHERE place <= ?6 ORDER BY dimension, place`;

const READ_RECORDS = `
  SELECT id, sum(clicks) AS clicks FROM (
    SELECT s.scope_id AS id, s.clicks FROM ${ofScope("click_sheets", "day")}
    UNION ALL
    SELECT s.scope_id, s.clicks FROM ${ofScope("clicks_daily", "day")}
    UNION ALL
    SELECT r.key, h.value ->> 0
    FROM ${UNFOLDED} CROSS JOIN json_each(d.value, '$.h') h WHERE ${UNFOLDED_CONDITION}
  ) GROUP BY id`;

type ValueRow = { dimension: Dimension; value: string; clicks: number; total: number };

type Days = [firstDay: number, endDay: number];

/** Returns the parameters `?1` to `?5`. */
function parametersOf(scope: ClickScope, [firstDay, endDay]: Days): unknown[] {
  const { recordIds } = scope;
  const { workspaceId } = recordIds === null ? scope.whole : scope;
  const ids = JSON.stringify(recordIds ?? [workspaceId]);
  return [ids, firstDay, endDay, `$.of."${workspaceId}"`, recordIds === null ? null : ids];
}

/**
 * Selects clicks over time, and the largest values of each dimension. Values are stored by day, so a range
 * that begins or ends within a day gets the values of the whole day.
 * @param pointsFromMs the start of the points; values start with the range
 * @param valueCount the number of values of each dimension
 */
export async function selectClicks(
  db: D1Database,
  scope: ClickScope,
  { interval, fromMs, toMs }: StatsRange,
  { pointsFromMs = fromMs, valueCount }: { pointsFromMs?: number; valueCount: number },
): Promise<CountedClicks> {
  const endDay = dayOf(toMs - 1) + 1;
  const shared = parametersOf(scope, [dayOf(pointsFromMs), endDay]);
  const [points, values] = (await db.batch([
    interval === "hour"
      ? db.prepare(READ_HOURS).bind(...shared, hourOf(pointsFromMs), hourOf(toMs))
      : db.prepare(READ_DAYS).bind(...shared),
    db.prepare(READ_VALUES).bind(...parametersOf(scope, [dayOf(fromMs), endDay]), valueCount),
  ])) as [D1Result<StatsPoint>, D1Result<ValueRow>];
  const breakdowns = Object.fromEntries(
    DIMENSIONS.map((name) => [
      name,
      toCountedValues(values.results.filter(({ dimension }) => dimension === name)),
    ]),
  ) as CountedClicks["breakdowns"];
  return { points: points.results, breakdowns };
}

function toCountedValues(rows: ValueRow[]): CountedValues {
  const values = rows.filter(({ value }) => value !== OTHER).map(({ value, clicks }) => ({ value, clicks }));
  return { values, total: rows[0]?.total ?? 0 };
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

import type { StatsPoint, StatsRange } from "../../domain/stats.ts";
import { dayOf, hourOf } from "../../domain/calendar.ts";
import { OTHER } from "./add.ts";
import { DIMENSIONS, type Dimension } from "../../clicks/tally.ts";
import { DAY_MS, HOUR_MS } from "../../domain/time.ts";

/** Clicks by the hour or day, and the largest values of each dimension. */
export interface CountedClicks {
  counted: StatsPoint[];
  breakdowns: Record<Dimension, Breakdown>;
}

interface Breakdown {
  /** The largest first; equal ones in the order of their values. */
  values: { value: string; clicks: number }[];
  /** The clicks of all other values. */
  rest: number;
}

const VALUES_SHOWN = 20;

const READ_HOURS = `
  SELECT hour * ${HOUR_MS} AS atMs, clicks, bots FROM clicks_hourly
  WHERE scope_id = ?1 AND hour >= ?2 AND hour < ?3`;

const READ_DAYS = `
  SELECT day * ${DAY_MS} AS atMs, clicks, bots FROM clicks_daily
  WHERE scope_id = ?1 AND day >= ?2 AND day < ?3`;

const READ_VALUES = `
  SELECT dimension, value, clicks, total FROM (
    SELECT dimension, value, sum(clicks) AS clicks,
           sum(sum(clicks)) OVER (PARTITION BY dimension) AS total,
           row_number() OVER (
             PARTITION BY dimension ORDER BY value = '${OTHER}', sum(clicks) DESC, value) AS place
    FROM clicks_by_value
    WHERE scope_id = ?1 AND dimension IN (${DIMENSIONS.map((name) => `'${name}'`).join(", ")})
      AND day >= ?2 AND day < ?3
    GROUP BY dimension, value
  )
  WHERE place <= ${VALUES_SHOWN} ORDER BY dimension, place`;

type ValueRow = { dimension: Dimension; value: string; clicks: number; total: number };

/**
 * Selects the clicks of a record or a workspace. Values are stored by day: for a range that begins or
 * ends within a day, they are those of the whole day.
 */
export async function selectStats(
  db: D1Database,
  scopeId: string,
  { interval, fromMs, toMs }: StatsRange,
): Promise<CountedClicks> {
  const [firstDay, endDay] = [dayOf(fromMs), dayOf(toMs - 1) + 1];
  const [counted, values] = (await db.batch([
    interval === "hour"
      ? db.prepare(READ_HOURS).bind(scopeId, hourOf(fromMs), hourOf(toMs))
      : db.prepare(READ_DAYS).bind(scopeId, firstDay, endDay),
    db.prepare(READ_VALUES).bind(scopeId, firstDay, endDay),
  ])) as [D1Result<StatsPoint>, D1Result<ValueRow>];
  const breakdowns = Object.fromEntries(
    DIMENSIONS.map((name) => [
      name,
      toBreakdown(values.results.filter(({ dimension }) => dimension === name)),
    ]),
  ) as CountedClicks["breakdowns"];
  return { counted: counted.results, breakdowns };
}

function toBreakdown(rows: ValueRow[]): Breakdown {
  const values = rows.filter(({ value }) => value !== OTHER).map(({ value, clicks }) => ({ value, clicks }));
  const shown = values.reduce((sum, { clicks }) => sum + clicks, 0);
  return { values, rest: (rows[0]?.total ?? 0) - shown };
}

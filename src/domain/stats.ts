import { accepted, refused, type Parsed } from "./field-error.ts";
import { DAY_MS, HOUR_MS } from "./time.ts";
import { dayOf, hourOf, mondayOf, startOfDay, startOfHour } from "./calendar.ts";

/** Which stretch of time a statistic covers, and in which steps (`GET /stats`). All in UTC. */

export const INTERVALS = ["hour", "day", "week"] as const;
export type Interval = (typeof INTERVALS)[number];

export interface StatsRange {
  interval: Interval;
  fromMs: number;
  /** Exclusive. */
  toMs: number;
}

export interface StatsPoint {
  /** Where it begins. */
  atMs: number;
  clicks: number;
  bots: number;
}

const LENGTH_MS = { hour: HOUR_MS, day: DAY_MS, week: 7 * DAY_MS };

/** How many intervals are shown if `from` is absent. */
const DEFAULT_COUNT = { hour: 24, day: 28, week: 12 };

const HOURS_KEPT_MS = 14 * DAY_MS;
/** The longest thirteen months. */
const DAYS_KEPT_MS = 397 * DAY_MS;

const KEPT = {
  hour: { ms: HOURS_KEPT_MS, text: "14 days" },
  day: { ms: DAYS_KEPT_MS, text: "13 months" },
  week: { ms: DAYS_KEPT_MS, text: "13 months" },
};

/** Returns the first hour that is still kept. */
export function firstHourKept(nowMs: number): number {
  return hourOf(nowMs - HOURS_KEPT_MS);
}

/** Returns the first day that is still kept: a Monday, so that no week is shown in part. */
export function firstDayKept(nowMs: number): number {
  return mondayOf(dayOf(nowMs - DAYS_KEPT_MS));
}

/**
 * Rounds a stretch of time to whole intervals. It ends with the interval of this moment at the
 * latest; without a start it has 24 hours, 28 days or 12 weeks.
 * @returns refused where `from` is out of range
 */
export function toStatsRange(
  { interval, fromMs, toMs }: { interval: Interval; fromMs?: number; toMs?: number },
  nowMs: number,
): Parsed<StatsRange> {
  const length = LENGTH_MS[interval];
  const kept = KEPT[interval];
  const earliestMs = startOf(interval, nowMs - kept.ms);
  const latestMs = startOf(interval, nowMs) + length;
  const endMs = toMs === undefined ? latestMs : Math.min(startOf(interval, toMs - 1) + length, latestMs);
  const startMs =
    fromMs === undefined
      ? Math.max(endMs - DEFAULT_COUNT[interval] * length, earliestMs)
      : startOf(interval, fromMs);
  if (startMs < earliestMs || endMs <= earliestMs)
    return refused(`must be within the last ${kept.text} for the interval ${interval}`);
  if (startMs >= endMs || (fromMs ?? startMs) >= (toMs ?? endMs))
    return refused("must be earlier than to, and earlier than now");
  return accepted({ interval, fromMs: startMs, toMs: endMs });
}

/** Returns every interval of a range with its counts, the empty ones with zeros. */
export function toSeries({ interval, fromMs, toMs }: StatsRange, counted: StatsPoint[]): StatsPoint[] {
  const series = new Map<number, StatsPoint>();
  for (let atMs = fromMs; atMs < toMs; atMs += LENGTH_MS[interval])
    series.set(atMs, { atMs, clicks: 0, bots: 0 });
  for (const { atMs, clicks, bots } of counted) {
    const point = series.get(startOf(interval, atMs));
    if (point === undefined) continue;
    point.clicks += clicks;
    point.bots += bots;
  }
  return [...series.values()];
}

function startOf(interval: Interval, milliseconds: number): number {
  if (interval === "hour") return startOfHour(hourOf(milliseconds));
  const day = dayOf(milliseconds);
  return startOfDay(interval === "day" ? day : mondayOf(day));
}

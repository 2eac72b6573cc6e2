import { refuse, type Refusal } from "./refusal/refusal.ts";
import { accepted, refused, type Parsed } from "./field-error.ts";
import { DAY_MS, HOUR_MS } from "./time.ts";
import { dayOf, hourOf, mondayOf, startOfDay, startOfHour } from "./calendar.ts";

/** The range of time that a statistic covers, and its intervals (`GET /stats`). All in UTC. */

export const INTERVALS = ["hour", "day", "week"] as const;
export type Interval = (typeof INTERVALS)[number];

export interface StatsRange {
  interval: Interval;
  fromMs: number;
  /** Exclusive. */
  toMs: number;
}

export interface StatsPoint {
  atMs: number;
  clicks: number;
  bots: number;
}

const LENGTH_MS = { hour: HOUR_MS, day: DAY_MS, week: 7 * DAY_MS };

/** The number of intervals that are shown if `from` is absent. */
const DEFAULT_COUNT = { hour: 24, day: 28, week: 12 };

export const HOURS_KEPT_DAYS = 14;

/** The time for which a workspace keeps its clicks. */
export interface Retention {
  days: number;
  text: Refusal;
}

/** The default retention, which is also the longest: thirteen months. */
export const DEFAULT_RETENTION: Retention = { days: 397, text: refuse("months", { count: 13 }) };

const MIN_RETENTION_DAYS = 30;
const MAX_RETENTION_MONTHS = 13;
/** Half a year has at most this average of days a month. */
const DAYS_A_MONTH = 30.5;

/** Parses a retention: `30d` to `397d`, or `1m` to `13m`. */
export function parseRetention(text: string): Parsed<Retention> {
  const [, digits = "", unit] = /^(\d{1,3})([dm])$/.exec(text) ?? [];
  const count = Number(digits);
  const days = unit === "m" ? Math.ceil(count * DAYS_A_MONTH) : count;
  if (days < MIN_RETENTION_DAYS || days > Math.ceil(MAX_RETENTION_MONTHS * DAYS_A_MONTH))
    return refused("not_retention");
  const unitOf = unit === "d" ? "days" : count === 1 ? "month" : "months";
  return accepted({ days, text: refuse(unitOf, { count }) });
}

export function firstHourKept(nowMs: number): number {
  return hourOf(nowMs - HOURS_KEPT_DAYS * DAY_MS);
}

/** Returns the first day that is still kept. It is a Monday, so that every shown week is complete. */
export function firstDayKept(nowMs: number, { days } = DEFAULT_RETENTION): number {
  return mondayOf(dayOf(nowMs - days * DAY_MS));
}

/** Returns the start of the first interval that is kept, and the retention in words. */
function earliestOf(interval: Interval, nowMs: number, retention: Retention): { ms: number; text: Refusal } {
  // Every retention is at least as long as the time for which hours are shown.
  const { days, text } =
    interval === "hour" ? { days: HOURS_KEPT_DAYS, text: refuse("days", { count: "14" }) } : retention;
  return { ms: startOf(interval, nowMs - days * DAY_MS), text };
}

/**
 * Rounds a range of time to whole intervals. The range ends at the latest with the present interval. If it
 * has no start, it covers 24 hours, 28 days or 12 weeks.
 * @returns a refusal if `from` is out of range
 */
export function toStatsRange(
  { interval, fromMs, toMs }: { interval: Interval; fromMs?: number; toMs?: number },
  nowMs: number,
  retention = DEFAULT_RETENTION,
): Parsed<StatsRange> {
  const length = LENGTH_MS[interval];
  const kept = earliestOf(interval, nowMs, retention);
  const earliestMs = kept.ms;
  const latestMs = startOf(interval, nowMs) + length;
  const endMs = toMs === undefined ? latestMs : Math.min(startOf(interval, toMs - 1) + length, latestMs);
  const startMs =
    fromMs === undefined
      ? Math.max(endMs - DEFAULT_COUNT[interval] * length, earliestMs)
      : startOf(interval, fromMs);
  if (startMs < earliestMs || endMs <= earliestMs)
    return refused("period_kept", { period: kept.text, interval });
  if (startMs >= endMs || (fromMs ?? startMs) >= (toMs ?? endMs)) return refused("period_order");
  return accepted({ interval, fromMs: startMs, toMs: endMs });
}

/**
 * Returns the start of the period of the same length before a range.
 * @returns a refusal if that period is no longer kept
 */
export function toPreviousStart(
  { interval, fromMs, toMs }: StatsRange,
  nowMs: number,
  retention = DEFAULT_RETENTION,
): Parsed<number> {
  const startMs = fromMs - (toMs - fromMs);
  const kept = earliestOf(interval, nowMs, retention);
  return startMs < kept.ms ? refused("period_before", { period: kept.text, interval }) : accepted(startMs);
}

/** Returns every interval of a range with its counts; empty intervals have zeros. */
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

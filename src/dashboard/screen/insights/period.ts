import { DAY_MS, HOURS_KEPT_DAYS, INTERVALS, type Interval } from "../../../domain/client/time.ts";

/** The days of a statistic, in the notation of the address and of the API. All days are in UTC. */

export const RANGES = ["7", "28", "90", "own"] as const;
type Range = (typeof RANGES)[number];

export interface Period {
  range: Range;
  /** Dates as `2026-11-22`, both inclusive. */
  firstDay: string;
  lastDay: string;
  interval: Interval;
  /** The possible intervals of the range. Hours are kept for two weeks. */
  intervals: Interval[];
}

const DEFAULT_DAYS = 28;
const WEEKS_FROM_DAYS = 120;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Parses the period of an address. Invalid values count as absent. */
export function readPeriod(values: Record<string, string>, nowMs: number): Period {
  const range = RANGES.find((known) => known === values["range"]) ?? "28";
  const { firstDay, lastDay } = range === "own" ? ownDays(values, nowMs) : lastDays(Number(range), nowMs);
  // Of a single value only days are kept.
  const intervals = intervalsOf(firstDay, lastDay, nowMs).filter(
    (interval) => interval !== "hour" || values["value"] === undefined,
  );
  const wanted = intervals.find((known) => known === values["by"]);
  const isLong = countDays(firstDay, lastDay) >= WEEKS_FROM_DAYS;
  return { range, firstDay, lastDay, interval: wanted ?? (isLong ? "week" : "day"), intervals };
}

/** Returns the parameters of `/stats`, in which `to` is exclusive. */
export function toStatsQuery({
  firstDay,
  lastDay,
  interval,
}: Pick<Period, "firstDay" | "lastDay" | "interval">) {
  return {
    from: `${firstDay}T00:00:00Z`,
    to: new Date(Date.parse(lastDay) + DAY_MS).toISOString(),
    interval,
  };
}

/** Returns the last days in UTC, including today. */
export function lastDays(days: number, nowMs: number): { firstDay: string; lastDay: string } {
  return { firstDay: toDate(nowMs - (days - 1) * DAY_MS), lastDay: toDate(nowMs) };
}

function ownDays(values: Record<string, string>, nowMs: number) {
  const fallback = lastDays(DEFAULT_DAYS, nowMs);
  return {
    firstDay: parseDate(values["from"]) ?? fallback.firstDay,
    lastDay: parseDate(values["to"]) ?? fallback.lastDay,
  };
}

export function parseDate(text = ""): string | null {
  return DATE.test(text) && !Number.isNaN(Date.parse(text)) ? text : null;
}

function intervalsOf(firstDay: string, lastDay: string, nowMs: number): Interval[] {
  const days = countDays(firstDay, lastDay);
  // The first day of the kept hours is incomplete, so it does not count.
  const hasHours = Date.parse(firstDay) >= nowMs - HOURS_KEPT_DAYS * DAY_MS;
  return INTERVALS.filter((interval) => (interval === "hour" ? hasHours : interval === "day" || days >= 7));
}

/** Returns the number of days, both ends inclusive; 0 if the end comes first. */
export function countDays(firstDay: string, lastDay: string): number {
  return Math.max(0, Math.round((Date.parse(lastDay) - Date.parse(firstDay)) / DAY_MS) + 1);
}

export function toDate(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10);
}

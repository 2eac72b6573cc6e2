/** Hours, days and weeks of click counts, in UTC (section 8). */

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** Hours since 1970-01-01. */
export function hourOf(milliseconds: number): number {
  return Math.floor(milliseconds / HOUR_MS);
}

/** Days since 1970-01-01. */
export function dayOf(milliseconds: number): number {
  return Math.floor(milliseconds / DAY_MS);
}

/** The first day of "the last four weeks": Monday of the third ISO week before this one. */
export function firstDayOfLastFourWeeks(nowMs: number): number {
  const day = dayOf(nowMs);
  // 1970-01-01 was a Thursday, so day 4 was a Monday.
  const monday = day - ((day + 3) % 7);
  return monday - 21;
}

export function startOfDay(day: number): number {
  return day * DAY_MS;
}

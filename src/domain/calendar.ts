import { DAY_MS, HOUR_MS } from "./time.ts";

/** Hours, days and weeks of click counts, in UTC (contract 8.8). */

/** Returns the hours since 1970-01-01. */
export function hourOf(milliseconds: number): number {
  return Math.floor(milliseconds / HOUR_MS);
}

/** Returns the days since 1970-01-01. */
export function dayOf(milliseconds: number): number {
  return Math.floor(milliseconds / DAY_MS);
}

export function mondayOf(day: number): number {
  // 1970-01-01 was a Thursday, so day 4 was a Monday.
  return Math.floor((day + 3) / 7) * 7 - 3;
}

/** Returns the first day of the calendar month of a day. */
export function firstOfMonth(day: number): number {
  const date = new Date(startOfDay(day));
  return day + 1 - date.getUTCDate();
}

/** Returns the first day of "the last four weeks": Monday of the third ISO week before this one. */
export function firstDayOfLastFourWeeks(nowMs: number): number {
  return mondayOf(dayOf(nowMs)) - 21;
}

export function startOfHour(hour: number): number {
  return hour * HOUR_MS;
}

export function startOfDay(day: number): number {
  return day * DAY_MS;
}

import type { Stats } from "../../api/types.ts";
import { DAY_MS, HOURS_KEPT_DAYS } from "../../../domain/client/time.ts";
import type { Period } from "./period.ts";

/** The clicks by the day of the week, from Monday, and the hour of the day. */
export type Week = number[][];

export interface HoursQuery {
  from: string;
  to: string;
  interval: "hour";
}

/** Returns the hours of a period that are kept, as parameters of the API; null if none is. */
export function toHoursQuery(
  { firstDay, lastDay }: Pick<Period, "firstDay" | "lastDay">,
  nowMs: number,
): HoursQuery | null {
  // The first day of the kept hours is incomplete.
  const keptMs = (Math.floor(nowMs / DAY_MS) - HOURS_KEPT_DAYS + 1) * DAY_MS;
  const fromMs = Math.max(Date.parse(firstDay), keptMs);
  const toMs = Date.parse(lastDay) + DAY_MS;
  if (!(fromMs < toMs)) return null;
  return { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString(), interval: "hour" };
}

/** Adds up hours by their place in the week of a time zone. An hour that begins at half past counts for the hour in which it begins. */
export function toWeek(series: Stats["series"], timeZone: string): Week {
  const format = new Intl.DateTimeFormat("en", {
    weekday: "short",
    hour: "2-digit",
    hourCycle: "h23",
    timeZone,
  });
  const week = WEEKDAYS.map(() => Array.from({ length: 24 }, () => 0));
  for (const { at, clicks } of series) {
    if (clicks === 0) continue;
    const parts = new Map(format.formatToParts(new Date(at)).map(({ type, value }) => [type, value]));
    const day = week[WEEKDAYS.indexOf(parts.get("weekday") ?? "")];
    const hour = Number(parts.get("hour"));
    if (day !== undefined) day[hour] = (day[hour] ?? 0) + clicks;
  }
  return week;
}

const WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

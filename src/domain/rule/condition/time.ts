import { refuse } from "../../refusal/refusal.ts";
import { isObject, reject, type Condition, type Report, parseWords } from "../condition.ts";

export const DAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"] as const;
const DAY_MINUTES = 24 * 60;
const MEMBERS = ["from", "to", "days", "zone"];

interface Window {
  from: string;
  to: string;
  days?: (typeof DAYS)[number][];
  zone: string;
}

interface CompiledWindow {
  /** Minutes since midnight. If `to` is not later, the window ends on the next day. */
  from: number;
  to: number;
  /** The days on which the window begins, with Sunday as 0; null for every day. */
  days: number[] | null;
  zone: string;
}

export const time: Condition<Window, CompiledWindow> = {
  parse(value, report) {
    if (!isObject(value)) return reject(report, refuse("not_time_window"));
    const names = Object.keys(value);
    for (const name of names) if (!MEMBERS.includes(name)) report([name], refuse("not_member_of_time"));
    const from = parseClock(value["from"], "from", report);
    const to = parseClock(value["to"], "to", report);
    if (from !== undefined && from === to) report(["to"], refuse("same_as_from"));
    const days =
      value["days"] === undefined || value["days"] === null ? undefined : parseDays(value["days"], report);
    const zone = parseZone(value["zone"], report);
    const hasAll = from !== undefined && to !== undefined && from !== to && zone !== undefined;
    const isRefused = names.some((name) => !MEMBERS.includes(name)) || days === null;
    if (!hasAll || isRefused) return undefined;
    return { from, to, ...(days !== undefined && days !== null && { days }), zone };
  },
  compile: ({ from, to, days, zone }) => ({
    from: toMinutes(from),
    to: toMinutes(to),
    days: days?.map((day) => DAYS.indexOf(day)) ?? null,
    zone,
  }),
  holds({ from, to, days, zone }, { nowMs }) {
    const { day, minute } = localTimeOf(zone, nowMs);
    const begins = (on: number) => days === null || days.includes(on);
    if (from < to) return minute >= from && minute < to && begins(day);
    if (minute >= from) return begins(day);
    return minute < to && begins((day + 6) % 7);
  },
};

function parseClock(value: unknown, name: "from" | "to", report: Report): string | undefined {
  const isClock = typeof value === "string" && /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(value);
  if (isClock || (name === "to" && value === "24:00")) return value;
  report([name], value === undefined ? refuse("required") : refuse("not_time"));
  return undefined;
}

/** Returns null if it has reported a problem. */
function parseDays(value: unknown, report: Report): Window["days"] | null {
  return parseWords(value, (path, reason) => report(["days", ...path], reason), DAYS) ?? null;
}

function parseZone(value: unknown, report: Report): string | undefined {
  if (value === undefined) report(["zone"], refuse("required"));
  else if (typeof value !== "string" || !isZone(value)) {
    report(["zone"], refuse("not_time_zone"));
  } else return value;
  return undefined;
}

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).format(0) !== "";
  } catch {
    return false;
  }
}

function toMinutes(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(":").map(Number);
  return Math.min(hours * 60 + minutes, DAY_MINUTES);
}

interface LocalTime {
  /** Sunday is 0. */
  day: number;
  /** Minutes since midnight. */
  minute: number;
}

interface Clock {
  formatter: Intl.DateTimeFormat;
  atMinute: number;
  local: LocalTime;
}

const MINUTE_MS = 60_000;
const clocks = new Map<string, Clock>();

/** Returns the local time of a zone. Each zone has one formatter, which is used once a minute. */
function localTimeOf(zone: string, nowMs: number): LocalTime {
  const atMinute = Math.floor(nowMs / MINUTE_MS);
  const clock = clocks.get(zone);
  if (clock?.atMinute === atMinute) return clock.local;
  const formatter = clock?.formatter ?? toFormatter(zone);
  const local = readLocalTime(formatter, nowMs);
  clocks.set(zone, { formatter, atMinute, local });
  return local;
}

function toFormatter(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat("en-US", {
    timeZone,
    weekday: "short",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
}

function readLocalTime(formatter: Intl.DateTimeFormat, nowMs: number): LocalTime {
  const parts = formatter.formatToParts(nowMs);
  const part = (type: string) => parts.find((candidate) => candidate.type === type)?.value ?? "";
  return {
    day: DAYS.findIndex((day) => day === part("weekday").toLowerCase()),
    minute: Number(part("hour")) * 60 + Number(part("minute")),
  };
}

import type { Moment } from "./row.ts";

const ISO =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2}(?:\.\d+)?))?)?\s*(Z|UTC|[+-]\d{2}(?::?\d{2})?)?$/i;
const EARLIEST_MS = 0;
const LATEST_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/**
 * Parses a time of a file: ISO 8601 with or without a zone (UTC then), or a number.
 * @returns null if it is not a time; `isZoned` is false if the file names no zone
 */
export function readMoment({ value, unit = "ms" }: Moment): { text: string; isZoned: boolean } | null {
  if (typeof value === "number" || (typeof value === "string" && /^\d{9,14}$/.test(value.trim()))) {
    const text = toText(Number(value) * (unit === "s" ? 1_000 : 1));
    return text === null ? null : { text, isZoned: true };
  }
  const [, day, time = "00:00", seconds = "00", zone] = ISO.exec((value ?? "").trim()) ?? [];
  if (day === undefined) return null;
  // Date keeps only milliseconds.
  const [whole = "00", fraction = ""] = seconds.split(".");
  const millis = fraction.slice(0, 3).padEnd(3, "0");
  const text = toText(Date.parse(`${day}T${time}:${whole}.${millis}${toOffset(zone)}`));
  return text === null ? null : { text, isZoned: zone !== undefined };
}

function toOffset(zone: string | undefined): string {
  if (zone === undefined || /^(?:z|utc)$/i.test(zone)) return "Z";
  const digits = zone.slice(1).replace(":", "").padEnd(4, "0");
  return `${zone[0]}${digits.slice(0, 2)}:${digits.slice(2)}`;
}

function toText(ms: number): string | null {
  return ms >= EARLIEST_MS && ms <= LATEST_MS ? new Date(ms).toISOString() : null;
}

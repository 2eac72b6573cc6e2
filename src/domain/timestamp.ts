import { accepted, refused, type Parsed } from "./field-error.ts";

const RFC_3339 =
  /^(\d{4})-(\d{2})-(\d{2})[Tt ](?:[01]\d|2[0-3]):\d{2}:\d{2}(?:\.\d+)?(?:[Zz]|[+-]\d{2}:\d{2})$/;

const YEAR_10000_MS = Date.UTC(10_000, 0, 1);

/** Parses an RFC 3339 timestamp with an offset or `Z` into UTC milliseconds (contract 11.9). */
export function parseTimestamp(text: string): Parsed<number> {
  const parts = RFC_3339.exec(text);
  if (parts === null) return refused("not_timestamp");
  const milliseconds = Date.parse(text.replace(" ", "T").toUpperCase());
  const [year, month, day] = parts.slice(1, 4).map(Number) as [number, number, number];
  // Date converts 30 February to a day in March.
  const isRealDay = new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day;
  if (Number.isNaN(milliseconds) || !isRealDay) return refused("no_moment");
  // An offset can lead to a year that a timestamp in UTC cannot have.
  if (milliseconds < 0 || milliseconds >= YEAR_10000_MS) return refused("year_out_of_range");
  return accepted(milliseconds);
}

export function formatTimestamp(milliseconds: number): string;
export function formatTimestamp(milliseconds: number | null): string | null;
export function formatTimestamp(milliseconds: number | null): string | null {
  return milliseconds === null ? null : new Date(milliseconds).toISOString();
}

import { momentOf } from "../../domain/client/words.ts";
import { currentLanguage, dateLanguage } from "../text/text.ts";

/** Times in the viewer's zone; the title has the same time in UTC. */

const UNITS: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ["year", 31_557_600],
  ["month", 2_629_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/** Shows the age of a time. @param at RFC 3339 */
export function Ago({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatMoment(at, "UTC")}>
      {formatAgo(Date.parse(at), Date.now(), currentLanguage())}
    </time>
  );
}

export function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatMoment(at, "UTC")}>
      {formatMoment(at)}
    </time>
  );
}

/** Returns the time with which an id begins. */
export function momentOfId(id: string): string {
  return new Date(momentOf(id)).toISOString();
}

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d[\d:.]*Z$/;

/** Returns a value of the API as people write it if it is a timestamp; otherwise unchanged. */
export function sayIfMoment(value: string): string {
  return TIMESTAMP.test(value) ? formatMoment(value) : value;
}

/** Caches formats: creating one takes longer than a hundred uses, and a table has two in each row. */
const moments = new Map<string, Intl.DateTimeFormat>();
const distances = new Map<string, Intl.RelativeTimeFormat>();

let knownZone: string | undefined;

/** Returns the time zone of the reader, such as `Europe/Berlin`. */
export function ownZone(): string {
  return (knownZone ??= Intl.DateTimeFormat().resolvedOptions().timeZone);
}

/** @param at a timestamp; what is none, as a form may hold it, stays as it is */
export function formatMoment(at: string, timeZone?: string): string {
  const moment = new Date(at);
  if (Number.isNaN(moment.getTime())) return at;
  const language = dateLanguage();
  const key = `${language} ${timeZone ?? ""}`;
  let format = moments.get(key);
  if (format === undefined) {
    const zone = timeZone === undefined ? {} : { timeZone };
    format = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short", ...zone });
    moments.set(key, format);
  }
  return format.format(moment) + (timeZone === undefined ? "" : ` ${timeZone}`);
}

function formatAgo(atMs: number, nowMs: number, language: string): string {
  const seconds = Math.round((atMs - nowMs) / 1000);
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? ["second", 1];
  let format = distances.get(language);
  if (format === undefined) {
    format = new Intl.RelativeTimeFormat(language, { numeric: "auto", style: "short" });
    distances.set(language, format);
  }
  return format.format(Math.trunc(seconds / size), unit);
}

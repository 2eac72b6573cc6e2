import { currentLanguage } from "../text/text.ts";

/** Moments in the viewer's zone; the title has the same in UTC. */

const UNITS: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ["year", 31_557_600],
  ["month", 2_629_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/** Shows how long ago a moment was. @param at RFC 3339 */
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

export function formatMoment(at: string, timeZone?: string): string {
  const zone = timeZone === undefined ? {} : { timeZone };
  const format = new Intl.DateTimeFormat(currentLanguage(), {
    dateStyle: "medium",
    timeStyle: "short",
    ...zone,
  });
  return format.format(new Date(at)) + (timeZone === undefined ? "" : ` ${timeZone}`);
}

export function formatAgo(atMs: number, nowMs: number, language: string): string {
  const seconds = Math.round((atMs - nowMs) / 1000);
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? ["second", 1];
  return new Intl.RelativeTimeFormat(language, { numeric: "auto", style: "short" }).format(
    Math.trunc(seconds / size),
    unit,
  );
}

import type { SomeStats, Stats } from "../../api/types.ts";
import { countryName, languageName, wordName } from "../../text/name.ts";
import { t } from "../../text/text.ts";
import { showUrl } from "../records/show-url.ts";
import { type CountedShare, shareOf } from "./interval.ts";

export type Kind = keyof Stats["breakdowns"];

/** The breakdowns of a workspace, in the order of their cards. Rules only have names within their record. */
export const WORKSPACE_KINDS = [
  "records",
  "tags",
  "utm_campaign",
  "hosts",
  "countries",
  "referrers",
  "destinations",
  "devices",
  "browsers",
  "os",
  "languages",
  "sources",
  "rules",
] as const satisfies Kind[];

export const RECORD_KINDS = [
  "destinations",
  "rules",
  "countries",
  "referrers",
  "utm_campaign",
  "devices",
  "browsers",
  "os",
  "languages",
  "sources",
] as const satisfies Kind[];

/** The breakdowns that the API sums up over all records, and only on request. */
export const INCLUDED: readonly Kind[] = ["records", "tags", "hosts"];

/** The most values of a kind that the API names. */
function namedAtMost(kind: Kind): number {
  return INCLUDED.includes(kind) ? 100 : 20;
}

/** The URLs of records and the names of rules, by id. */
export type Names = ReadonlyMap<string, string>;

/** Returns whether the values of a kind are ids, which people do not know. */
export function isNamed(kind: Kind): kind is "records" | "rules" {
  return kind === "records" || kind === "rules";
}

/** Returns a value as files have it: a code as the API has it, but nothing without words. */
function wordOf(kind: Kind, value: string, names: Names): string {
  if (isNamed(kind)) return names.get(value) ?? t(`value.unknown.${kind}`);
  return value || labelOf(kind, value);
}

export function labelOf(kind: Kind, value: string): string {
  if (kind === "countries") return countryName(value);
  if (kind === "languages") return languageName(value);
  if (kind === "destinations" || kind === "records") return showUrl(value);
  if (kind === "referrers") return value || t("value.direct");
  if (kind === "utm_campaign") return value || t("value.noCampaign");
  if (value === "(other)") return t("value.other");
  if (kind === "devices" || kind === "os" || kind === "sources" || kind === "browsers")
    return wordName(value);
  return kind === "tags" ? `#${value}` : value;
}

/** Returns the filter of the address for a value; null if the API has none. */
export function filterOf(kind: Kind, value: string): Record<string, string> | null {
  if (value === "" || value === "(other)") return null;
  if (kind === "hosts") return { host: value };
  if (kind === "tags") return { tags: value };
  if (kind === "destinations") return { destination: value };
  return null;
}

/** Returns the notes below a breakdown; for one without values, the text in its place. */
export function notesOn(kind: Kind, stats: Pick<SomeStats, "breakdowns" | "rest" | "refreshing">): string[] {
  const { length: count } = stats.breakdowns[kind] ?? [];
  const rest = stats.rest[kind] ?? 0;
  const isRefreshing = stats.refreshing === true;
  if (count + rest === 0 && !isRefreshing) {
    return [t(kind === "rules" ? "stats.noRules" : "stat.noClicks")];
  }
  return [
    ...(isRefreshing ? [t("stats.atLeast")] : []),
    ...(rest > 0 ? [t("stats.capped", { count: Math.min(count, namedAtMost(kind)) })] : []),
  ];
}

// Rows for files that users open in a spreadsheet.

export type Row = (string | number)[];

export const KIND_HEADER: Row = ["value", "clicks"];
export const STEP_HEADER: Row = ["from", "to", "kind", "value", "clicks"];
const PERIOD_HEADER: Row = ["kind", "value", "clicks", "bots"];

/** Returns one breakdown. `(rest)` is the sum of all values that are not named. */
export function toKindRows({ breakdowns, rest }: SomeStats, kind: Kind, names: Names): Row[] {
  const named = (breakdowns[kind] ?? []).map(({ value, clicks }) => [wordOf(kind, value, names), clicks]);
  const others = rest[kind] ?? 0;
  return others > 0 ? [...named, ["(rest)", others]] : named;
}

/** Returns all breakdowns of one interval, for a table of many intervals. */
export function toStepRows(stats: Stats, names: Names): Row[] {
  const [from, to] = [stats.from, stats.to].map((moment) => moment.slice(0, 10)) as [string, string];
  return [
    [from, to, "all", "", stats.clicks],
    [from, to, "bots", "", stats.bots],
    ...kindsOf(stats).flatMap((kind) =>
      toKindRows(stats, kind, names).map((row) => [from, to, kind, ...row]),
    ),
  ];
}

/** Returns the whole period: its steps, those of the period before, and each breakdown. */
export function toPeriodRows(stats: Stats, names: Names): Row[] {
  const { series, previous, interval } = stats;
  const toRows = (kind: string, points: Stats["series"]) =>
    points.map(({ at, clicks, bots }) => [kind, interval === "hour" ? at : at.slice(0, 10), clicks, bots]);
  return [
    PERIOD_HEADER,
    ...toRows("series", series),
    ...toRows("previous", previous?.series ?? []),
    ...kindsOf(stats).flatMap((kind) => toKindRows(stats, kind, names).map((row) => [kind, ...row, ""])),
  ];
}

/** Returns the name of a file: what is in it, of what, and both days of the period. */
export function toCsvName(kind: string, subject: string, { from, to }: Pick<Stats, "from" | "to">): string {
  const last = new Date(Date.parse(to) - 1).toISOString();
  const parts = [kind, subject, from.slice(0, 10), last.slice(0, 10)];
  const cleaned = parts.map((part) => part.replaceAll(/[^\p{L}\p{N}.-]+/gu, "-").replaceAll(/^-+|-+$/g, ""));
  return `${cleaned.filter((part) => part !== "").join("_")}.csv`;
}

function kindsOf({ breakdowns }: Stats): Kind[] {
  return Object.keys(breakdowns) as Kind[];
}

export function toSteps(stats: Stats): { from: string; to: string }[] {
  const starts = stats.series.map(({ at }) => at);
  return starts.map((from, index) => ({ from, to: starts[index + 1] ?? stats.to }));
}

/** Returns the share of each destination in the clicks of all of them; none if nobody clicked. */
export function shareEach(
  { breakdowns }: Pick<Stats, "breakdowns">,
  destinations: readonly string[],
): ({ url: string } & CountedShare)[] {
  const clicks = new Map(breakdowns.destinations.map((counted) => [counted.value, counted.clicks]));
  const counted = [...new Set(destinations)].map((url) => ({ url, count: clicks.get(url) ?? 0 }));
  const whole = counted.reduce((sum, { count }) => sum + count, 0);
  return whole === 0 ? [] : counted.map(({ url, count }) => ({ url, ...shareOf(count, whole) }));
}

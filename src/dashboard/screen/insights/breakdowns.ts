import type { SomeStats, Stats } from "../../api/types.ts";
import { countryName, languageName, wordName } from "../../text/name.ts";
import { INCLUDED } from "../../first-asks.ts";
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

/** The breakdowns of clicks, each counted by itself. The others are of what records have now, by which lists are filtered. */
const CLICK_KINDS: readonly string[] = RECORD_KINDS satisfies Kind[];

export interface ClickValue {
  kind: Kind;
  value: string;
}

/** Reads the value of an address to which the clicks over time are narrowed: `countries:DE`. */
export function readValue({ value: text = "" }: Record<string, string>): ClickValue | null {
  const kind = text.slice(0, text.indexOf(":"));
  return CLICK_KINDS.includes(kind) ? { kind: kind as Kind, value: text.slice(kind.length + 1) } : null;
}

/** Says a value with its kind, as a filter. */
export function sayValue({ kind, value }: ClickValue, names: Names): string {
  const shown = isNamed(kind) ? (names.get(value) ?? t(`value.unknown.${kind}`)) : labelOf(kind, value);
  return `${t(`breakdown.${kind}`)}: ${shown}`;
}

/** The most values of a kind that the API names. */
function namedAtMost(kind: Kind): number {
  if (kind === "countries") return 250;
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

/** What a value of a kind sets in the address. */
export type Filter = Record<string, string>;

/** Returns what narrows the clicks over time to a value; null for a sum of values. */
export function valueFilter(kind: Kind, value: string): Filter | null {
  return value === "(other)" ? null : { value: `${kind}:${value}` };
}

/** The filters of the list of records that take a value of a breakdown. */
const LIST_FILTERS: Partial<Record<Kind, string>> = {
  hosts: "host",
  tags: "tags",
  destinations: "destination",
};

/** Returns the filter for a value of a workspace. What records have is a filter of the list, which narrows all numbers. */
export function filterOf(kind: Kind, value: string): Filter | null {
  const name = LIST_FILTERS[kind];
  if (name !== undefined) return value === "" || value === "(other)" ? null : { [name]: value };
  return CLICK_KINDS.includes(kind) ? valueFilter(kind, value) : null;
}

/** Returns all clicks of people, which each breakdown adds up to, also if the series has only those with one value. */
export function allClicks({
  breakdowns,
  rest,
  clicks,
}: Pick<SomeStats, "breakdowns" | "rest" | "clicks">): number {
  const { countries } = breakdowns;
  // Shared statistics may lack the breakdown, and are never of one value.
  return countries?.reduce((sum, country) => sum + country.clicks, rest.countries ?? 0) ?? clicks;
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
export function toKindRows(
  { breakdowns, rest }: Pick<SomeStats, "breakdowns" | "rest">,
  kind: Kind,
  names: Names,
): Row[] {
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

type Counted = Pick<Stats, "series" | "interval">;

/** Returns the clicks of each hour, day or week. @param known of clicks with one value, bots are not */
export function toSeriesRows(stats: Counted, known: { hasBots: boolean }): Row[] {
  const rows = [["date", "clicks", "bots"], ...stepsOf(stats)];
  return known.hasBots ? rows : rows.map((row) => row.slice(0, 2));
}

function stepsOf({ series, interval }: Counted): Row[] {
  return series.map(({ at, clicks, bots }) => [interval === "hour" ? at : at.slice(0, 10), clicks, bots]);
}

/** Returns the whole period: its steps, those of the period before, and each breakdown. */
export function toPeriodRows(stats: Stats, names: Names): Row[] {
  const { series, previous, interval } = stats;
  const toRows = (kind: string, series: Stats["series"]) =>
    stepsOf({ series, interval }).map((step) => [kind, ...step]);
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

function kindsOf({ breakdowns }: Pick<Stats, "breakdowns">): Kind[] {
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

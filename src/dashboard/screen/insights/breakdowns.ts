import type { Stats } from "../../api/types.ts";
import { countryName, languageName, wordName } from "../../text/name.ts";
import { t } from "../../text/text.ts";
import { showUrl } from "../records/show-url.ts";

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
export function notesOn(kind: Kind, stats: Pick<Stats, "breakdowns" | "rest" | "refreshing">): string[] {
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

/** Returns one breakdown. `(rest)` is the sum of all values that are not named. */
export function toKindRows({ breakdowns, rest }: Stats, kind: Kind): Row[] {
  const named = (breakdowns[kind] ?? []).map(({ value, clicks }) => [value, clicks]);
  const others = rest[kind] ?? 0;
  return others > 0 ? [...named, ["(rest)", others]] : named;
}

/** Returns all breakdowns of one interval, for a table of many intervals. */
export function toStepRows(stats: Stats): Row[] {
  const [from, to] = [stats.from, stats.to].map((moment) => moment.slice(0, 10)) as [string, string];
  const kinds = Object.keys(stats.breakdowns) as Kind[];
  return [
    [from, to, "all", "", stats.clicks],
    [from, to, "bots", "", stats.bots],
    ...kinds.flatMap((kind) => toKindRows(stats, kind).map((row) => [from, to, kind, ...row])),
  ];
}

export function toSteps(stats: Stats): { from: string; to: string }[] {
  const starts = stats.series.map(({ at }) => at);
  return starts.map((from, index) => ({ from, to: starts[index + 1] ?? stats.to }));
}

interface Counted {
  value: string;
  clicks: number;
}

/**
 * Compares the two destinations of a record by their clicks.
 * @returns null unless exactly two are active and have clicks; `moreShare` is the larger share of the clicks of both
 */
export function compareTwo(
  { breakdowns }: Pick<Stats, "breakdowns">,
  destinations: readonly string[],
): { more: Counted; less: Counted; moreShare: number } | null {
  if (destinations.length !== 2) return null;
  const clicks = new Map(breakdowns.destinations.map((counted) => [counted.value, counted.clicks]));
  const counted = destinations.map((value) => ({ value, clicks: clicks.get(value) ?? 0 }));
  const [more, less] = counted.toSorted((a, b) => b.clicks - a.clicks);
  if (more === undefined || less === undefined || more.clicks === 0) return null;
  return { more, less, moreShare: more.clicks / (more.clicks + less.clicks) };
}

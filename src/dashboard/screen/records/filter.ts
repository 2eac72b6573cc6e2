import type { Query } from "../../api/client.ts";

/** The filters of a list of records: the form in the address, and the form that the API takes. */

/** The two lists of records, by their first segment in the address. */
export type RecordSection = "links" | "redirects";

/** The names in the address. Each is one facet. */
export const FILTER_NAMES = [
  "search",
  "host",
  "kind",
  "type",
  "tags",
  "status",
  "traffic",
  "dns",
  "expired",
  "monitor",
  "created",
  "destination",
] as const;
export type FilterName = (typeof FILTER_NAMES)[number];
export type FilterValues = Partial<Record<FilterName, string>>;

const HANDLERS: Record<string, string> = {
  link: "short-url",
  qr: "qr",
  redirect: "redirect",
  migration: "migration",
};
const OF_SECTION: Record<RecordSection, string> = { links: "short-url,qr", redirects: "redirect,migration" };
const DAY_MS = 86_400_000;

export function readFilter(values: Record<string, string>): FilterValues {
  return Object.fromEntries(FILTER_NAMES.flatMap((name) => (values[name] ? [[name, values[name]]] : [])));
}

/** Converts filters to parameters of the API. @param nowMs the end of "the last days" */
export function toApiFilter(section: RecordSection, filter: FilterValues, nowMs: number): Query {
  const { kind = "", tags } = filter;
  const isHtml = kind === "html";
  const days = Number(filter.created);
  return {
    "filter[handler]": kind === "all" || isHtml ? undefined : (HANDLERS[kind] ?? OF_SECTION[section]),
    "filter[type]": isHtml ? "html" : filter.type,
    "filter[search]": filter.search,
    "filter[host]": filter.host,
    "filter[tags]": tags === UNTAGGED ? undefined : tags,
    "filter[untagged]": tags === UNTAGGED ? true : undefined,
    "filter[status]": filter.status,
    "filter[traffic]": filter.traffic,
    "filter[dns_correct]": filter.dns,
    "filter[expired]": filter.expired,
    "filter[monitor]": filter.monitor,
    "filter[destination]": filter.destination,
    // Rounds to the minute, so that the same address has the same cache key for a while.
    "filter[created_after]":
      Number.isFinite(days) && days > 0
        ? new Date(Math.floor(nowMs / 60_000) * 60_000 - days * DAY_MS).toISOString()
        : undefined,
  };
}

/** Filters whose records counters know: their number is exact while other facets are still counted. */
const COUNTED: readonly string[] = ["kind", "status"];

export function isTotalExact(filter: FilterValues): boolean {
  return Object.entries(filter).every(
    ([name, value]) =>
      COUNTED.includes(name) || (name === "monitor" && value === "broken") || value === UNTAGGED,
  );
}

/** The value in the address for records without a tag. Tags contain no commas. */
export const UNTAGGED = ",";

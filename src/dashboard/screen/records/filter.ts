import type { Query } from "../../api/client.ts";

/** The filters of the list of records: the form in the address, and the form that the API takes. */

/** The kinds of the switch above the list, with the handlers of each. */
const HANDLERS = { link: "short-url", redirect: "redirect,migration", qr: "qr" } as const;
export type RecordKind = keyof typeof HANDLERS;
export const RECORD_KINDS = Object.keys(HANDLERS) as RecordKind[];

/** The names in the address. Each is one facet, but for `kind`, which is the switch. */
const FILTER_NAMES = [
  "kind",
  "search",
  "host",
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
export type FilterValues = Partial<Record<Exclude<FilterName, "kind">, string>> & { kind?: RecordKind };

const DAY_MS = 86_400_000;

/** Returns whether a kind is one of an earlier release, which `readFilter` converts. */
export function isEarlierKind(kind: string | undefined): boolean {
  return kind !== undefined && kind !== "" && !RECORD_KINDS.some((known) => known === kind);
}

/** Reads the filters of an address. Addresses of earlier releases name other kinds. */
export function readFilter(values: Record<string, string>): FilterValues {
  const { kind: named = "", ...others } = values;
  const kind = named === "migration" ? "redirect" : RECORD_KINDS.find((known) => known === named);
  const known = { ...others, ...(kind !== undefined && { kind }), ...(named === "html" && { type: "html" }) };
  return Object.fromEntries(
    FILTER_NAMES.flatMap((name) => {
      const value = (known as Record<string, string>)[name];
      return value === undefined || value === "" ? [] : [[name, value]];
    }),
  );
}

/** Returns the names of the filters that narrow a list beyond its kind. */
export function namesOf({ kind: _, ...filter }: FilterValues): Exclude<FilterName, "kind">[] {
  return Object.keys(filter) as Exclude<FilterName, "kind">[];
}

/** Converts filters to parameters of the API. @param nowMs the end of "the last days" */
export function toApiFilter(filter: FilterValues, nowMs: number): Query {
  const { kind, tags } = filter;
  const days = Number(filter.created);
  return {
    "filter[handler]": kind && HANDLERS[kind],
    "filter[type]": filter.type,
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

/** The value in the address for records without a tag. Tags contain no commas. */
export const UNTAGGED = ",";

/** Filters whose records counters know: their number is exact while other facets are still counted. */
const COUNTED: Partial<Record<FilterName, string>> = { monitor: "broken", type: "html", tags: UNTAGGED };

/** @param isWhole whether the user reaches the whole workspace: for others, counters tell kinds only */
export function isTotalExact(filter: FilterValues, isWhole: boolean): boolean {
  return Object.entries(filter).every(
    ([name, value]) =>
      name === "kind" || (isWhole && (name === "status" || COUNTED[name as FilterName] === value)),
  );
}

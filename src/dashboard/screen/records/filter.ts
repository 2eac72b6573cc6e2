import type { Query } from "../../api/client.ts";

/** What a list of records shows, as it stands in the address, and as the API takes it. */

export type Runtime = "links" | "redirects";

/** The names in the address; each is one facet. */
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
const OF_RUNTIME: Record<Runtime, string> = { links: "short-url,qr", redirects: "redirect,migration" };
const DAY_MS = 86_400_000;

/** Returns the filters of the address. */
export function readFilter(values: Record<string, string>): FilterValues {
  return Object.fromEntries(FILTER_NAMES.flatMap((name) => (values[name] ? [[name, values[name]]] : [])));
}

/** Returns the filters as parameters of the API. @param nowMs what "the last days" end at */
export function toApiFilter(runtime: Runtime, filter: FilterValues, nowMs: number): Query {
  const {
    search,
    host,
    kind = "",
    type,
    tags,
    status,
    traffic,
    dns,
    expired,
    monitor,
    created,
    destination,
  } = filter;
  const isHtml = kind === "html";
  const days = Number(created);
  return {
    "filter[handler]": kind === "all" || isHtml ? undefined : (HANDLERS[kind] ?? OF_RUNTIME[runtime]),
    "filter[type]": isHtml ? "html" : type,
    "filter[search]": search,
    "filter[host]": host,
    "filter[tags]": tags === UNTAGGED ? undefined : tags,
    "filter[untagged]": tags === UNTAGGED ? true : undefined,
    "filter[status]": status,
    "filter[traffic]": traffic,
    "filter[dns_correct]": dns,
    "filter[expired]": expired,
    "filter[monitor]": monitor,
    "filter[destination]": destination,
    // To the minute, so that the same address is the same question for a while.
    "filter[created_after]":
      Number.isFinite(days) && days > 0
        ? new Date(Math.floor(nowMs / 60_000) * 60_000 - days * DAY_MS).toISOString()
        : undefined,
  };
}

/** Stands in the address for records without a tag; no tag can hold a comma. */
export const UNTAGGED = ",";

import { withoutTrailingSlashes } from "./path.ts";
import { mergeQuery, prepareTable, type QueryTable } from "./merge-query.ts";
import { withoutNamesOf } from "./query.ts";

/**
 * Composes Locations from prepared strings, without parsing and serializing URLs again (contract 4.1).
 */

export const MAX_LOCATION_CHARACTERS = 8192;

export interface PreparedDestination {
  /** The Location of a visit that forwards nothing, including UTM. */
  url: string;
  /** The parts to compose from; present only if the record forwards the visitor's path or query. */
  parts?: DestinationParts;
}

export interface DestinationParts {
  /** Scheme, authority and path. */
  base: string;
  /** Without `?`; null if there is none. */
  query: string | null;
  /** With `#`, or empty. */
  fragment: string;
  /** The UTM parameters to append, with encoded values. */
  utm: [name: string, value: string][];
  /** Made by the first visit that needs it, and never stored. */
  [TABLE]?: QueryTable;
}

const TABLE = Symbol("table");

/**
 * Returns the Location for one visit.
 * @param remainder the part of the raw request path that the match left over; null if it is not forwarded
 * @param visitorQuery the raw query without `?`; null if there is none or it is not forwarded
 */
export function composeLocation(
  destination: PreparedDestination,
  remainder: string | null,
  visitorQuery: string | null,
): string {
  const { parts } = destination;
  if (parts === undefined) return destination.url;
  const tail = remainder === null ? "" : withoutLeadingSlashes(remainder);
  const sent = visitorQuery ?? "";
  if (tail === "" && sent === "") return destination.url;
  const base = tail === "" ? parts.base : `${withoutTrailingSlashes(parts.base)}/${tail}`;
  const query = sent === "" ? withUtm(parts) : withVisitors(parts, sent);
  const location = joinParts(base, query, parts.fragment);
  return location.length > MAX_LOCATION_CHARACTERS ? destination.url : location;
}

/** The parts of a visit that a target passes on. */
interface Forwarding {
  forwardPath: boolean;
  forwardQuery: boolean;
  /** A parameter that is passed on even if the query is not. */
  passed?: string;
}

/**
 * Returns the Location with what the target passes on of a matched visit. The destination holds no captures.
 * @param remainder the part of the raw request path that the match left over
 * @param sourceQuery the query that the source names
 */
export function composeForwarded(
  target: Forwarding,
  destination: PreparedDestination,
  remainder: string,
  rawQuery: string | null,
  sourceQuery: string | undefined,
): string {
  const sent = forwardedQuery(target, rawQuery, sourceQuery);
  return composeLocation(destination, target.forwardPath ? remainder : null, sent);
}

/**
 * Returns the part of the visitor's query that is passed on, without `?`; null for nothing (contract 4.5).
 * @param sourceQuery the query that the source names: its parameters are not passed on
 */
export function forwardedQuery(
  { forwardQuery, passed }: Omit<Forwarding, "forwardPath">,
  rawQuery: string | null,
  sourceQuery: string | undefined,
): string | null {
  if (forwardQuery) {
    return rawQuery === null || sourceQuery === undefined ? rawQuery : withoutNamesOf(rawQuery, sourceQuery);
  }
  const isPassed = passed !== undefined && rawQuery?.split("&").includes(passed) === true;
  return isPassed ? passed : null;
}

export function fromParts(parts: DestinationParts): PreparedDestination {
  return { url: joinParts(parts.base, withUtm(parts), parts.fragment), parts };
}

function joinParts(base: string, query: string | null, fragment: string): string {
  return query === null ? base + fragment : `${base}?${query}${fragment}`;
}

function withUtm(parts: DestinationParts): string | null {
  if (parts.utm.length === 0) return parts.query;
  return mergeQuery(tableOf(parts), "");
}

function withVisitors(parts: DestinationParts, sent: string): string {
  return parts.query === null && parts.utm.length === 0 ? sent : mergeQuery(tableOf(parts), sent);
}

function tableOf(parts: DestinationParts): QueryTable {
  return (parts[TABLE] ??= prepareTable(parts.query, parts.utm));
}

function withoutLeadingSlashes(path: string): string {
  let start = 0;
  while (path.charCodeAt(start) === 0x2f) start++;
  return start === 0 ? path : path.slice(start);
}

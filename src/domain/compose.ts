import { toLocationParts } from "./url-parts.ts";
import { withoutTrailingSlashes } from "./path.ts";
import { parameterName, splitQuery } from "./query.ts";
import { toUtmParameters, type Utm } from "./utm.ts";

/**
 * Locations are spliced from prepared strings, never parsed and serialised again (section 4).
 */

export const MAX_LOCATION_CHARACTERS = 8192;

/** A destination prepared for visits. */
export interface PreparedDestination {
  /** The Location of a visit that forwards nothing: UTM included. */
  url: string;
  /** What splicing needs; only where the record forwards the visitor's path or query. */
  parts?: DestinationParts;
}

export interface DestinationParts {
  /** Scheme, authority and path. */
  base: string;
  /** Without `?`; null where there is none. */
  query: string | null;
  /** With `#`, or empty. */
  fragment: string;
  /** UTM parameters to append, values encoded. */
  utm: [name: string, value: string][];
}

export function prepareDestination(destination: string, utm: Utm, forwards: boolean): PreparedDestination {
  const { origin, path, query, fragment } = toLocationParts(destination);
  const parts: DestinationParts = { base: origin + path, query, fragment, utm: toUtmParameters(utm) };
  const url = joinParts(parts.base, appendUtm(query, parts.utm), fragment);
  return forwards ? { url, parts } : { url };
}

/**
 * The Location for one visit.
 * @param remainder the part of the raw request path that the match left over; null where it is not forwarded
 * @param visitorQuery the raw query without `?`; null where there is none or it is not forwarded
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
  const query = sent === "" ? appendUtm(parts.query, parts.utm) : mergeQueries(parts, sent);
  const location = joinParts(base, query, parts.fragment);
  return location.length > MAX_LOCATION_CHARACTERS ? destination.url : location;
}

function joinParts(base: string, query: string | null, fragment: string): string {
  return query === null ? base + fragment : `${base}?${query}${fragment}`;
}

function appendUtm(query: string | null, utm: [string, string][]): string | null {
  if (utm.length === 0) return query;
  const replaced = new Set(utm.map(([name]) => name));
  const kept = splitQuery(query ?? "").filter((segment) => !replaced.has(parameterName(segment)));
  return joinSegments(kept.join("&"), utm.map(([name, value]) => `${name}=${value}`).join("&"));
}

/** The visitor's values take the place of the destination's of the same name; UTM yields to both. */
function mergeQueries(parts: DestinationParts, sent: string): string {
  if (parts.query === null && parts.utm.length === 0) return sent;
  const sentByName = groupByName(sent);
  const utm = parts.utm.filter(([name]) => !sentByName.has(name));
  const replaced = new Set(utm.map(([name]) => name));
  const placed = new Set<string>();
  const merged: string[] = [];
  for (const segment of splitQuery(parts.query ?? "")) {
    const name = parameterName(segment);
    const values = segment === "" ? undefined : sentByName.get(name);
    if (values === undefined) {
      if (segment === "" || !replaced.has(name)) merged.push(segment);
    } else if (!placed.has(name)) {
      placed.add(name);
      merged.push(...values);
    }
  }
  const appended = splitQuery(sent).filter(
    (segment) => segment === "" || !placed.has(parameterName(segment)),
  );
  const own = joinSegments(merged.join("&"), appended.join("&"));
  return joinSegments(own, utm.map(([name, value]) => `${name}=${value}`).join("&"));
}

function groupByName(query: string): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const segment of splitQuery(query)) {
    if (segment === "") continue;
    const name = parameterName(segment);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [segment]);
    else group.push(segment);
  }
  return groups;
}

function joinSegments(left: string, right: string): string {
  if (left === "" || right === "") return left + right;
  return left.endsWith("&") ? left + right : `${left}&${right}`;
}

function withoutLeadingSlashes(path: string): string {
  let start = 0;
  while (path.charCodeAt(start) === 0x2f) start++;
  return start === 0 ? path : path.slice(start);
}

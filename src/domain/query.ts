import { decodeEscapes, toCanonicalQuery } from "./path.ts";

/** Handles query strings as lists of parameters that keep their bytes (contract 4.5). */

const PLAIN_NAME = /^[^%+]*$/;

/** Returns the decoded name of one `name=value` segment: percent-decoded, `+` as a space. */
export function parameterName(segment: string): string {
  const equals = segment.indexOf("=");
  const name = equals < 0 ? segment : segment.slice(0, equals);
  return PLAIN_NAME.test(name) ? name : decodeEscapes(name.replaceAll("+", " "));
}

/** Splits a query without its `?`. Keeps empty segments (`a&&b`), so that every byte is kept. */
export function splitQuery(query: string): string[] {
  return query === "" ? [] : query.split("&");
}

const TRACKING_NAMES = new Set(["gclid", "fbclid", "msclkid"]);

/** Returns whether campaigns add a parameter to any link. Such a parameter does not identify a page (contract 2.9). */
export function isTrackingName(name: string): boolean {
  return name.startsWith("utm_") || TRACKING_NAMES.has(name);
}

export function withoutTracking(query: string, keep?: ReadonlySet<string>): string {
  const kept = splitQuery(query).filter((segment) => {
    const name = parameterName(segment);
    return !isTrackingName(name) || keep?.has(name) === true;
  });
  return kept.join("&");
}

/** Returns a query without the parameters of a source's query. The other segments keep their bytes (contract 4.5). */
export function withoutNamesOf(query: string, sourceQuery: string): string {
  const names = new Set(splitQuery(sourceQuery).map(parameterName));
  // Sources are matched in canonical form, which has the same segments.
  const canonical = splitQuery(toCanonicalQuery(query));
  return splitQuery(query)
    .filter((_, index) => !names.has(parameterName(canonical[index] ?? "")))
    .join("&");
}

export function trackingNames(query: string): Set<string> {
  return new Set(splitQuery(query).map(parameterName).filter(isTrackingName));
}

/** Returns whether a visitor's query, in canonical form, is the query of a source. */
export function isSameQuery(sourceQuery: string, visitorQuery: string): boolean {
  return withoutTracking(visitorQuery, trackingNames(sourceQuery)) === sourceQuery;
}

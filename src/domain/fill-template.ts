import {
  composeForwarded,
  fromParts,
  MAX_LOCATION_CHARACTERS,
  type DestinationParts,
  type PreparedDestination,
} from "./compose.ts";
import type { Hostname } from "./hostname.ts";
import type { Match, RequestedSource } from "./match.ts";
import { readCaptures, SPLAT } from "./pattern.ts";
import type { RecordSnapshot, Target } from "./snapshot.ts";
import { isSelfFallback } from "./self-fallback.ts";
import {
  fillTemplate,
  isTemplate,
  toFragmentTemplate,
  toPathTemplate,
  toQueryTemplate,
  type Template,
} from "./template.ts";
import { splitUrl } from "./url-parts.ts";

export interface TemplateVisit {
  hostname: Hostname;
  requested: Pick<RequestedSource, "rawPath">;
  /** Without `?`; null if there is none. */
  rawQuery: string | null;
}

/**
 * Composes the Location of a matched visit (contract 4). Visits call the two functions for it themselves, because they
 * load the code for captures on demand.
 * @returns null if captures make it longer than a Location may be
 */
export function composeForMatch(
  target: Target,
  destination: PreparedDestination,
  match: Match,
  visit: Omit<TemplateVisit, "hostname">,
): string | null {
  const { record, remainder } = match;
  return record.captures === undefined
    ? composeForwarded(target, destination, remainder, visit.rawQuery, record.query)
    : composeFromTemplate(target, destination, match, visit);
}

/**
 * Composes the Location of a visit whose destination holds captures (contract 22.6).
 * @returns null if it would be longer than a Location may be
 */
export function composeFromTemplate(
  target: Target,
  destination: PreparedDestination,
  match: Match,
  visit: Omit<TemplateVisit, "hostname">,
): string | null {
  const { parts } = destination;
  if (parts === undefined) return destination.url;
  const { base, query, fragment, takesRest } = templatesOf(destination, parts, match.record);
  const values = captureValues(match, visit.requested.rawPath);
  const filled = fromParts({
    base: fillTemplate(base, values),
    query: query === null ? null : fillTemplate(query, values),
    fragment: fillTemplate(fragment, values),
    utm: parts.utm,
  });
  if (filled.url.length > MAX_LOCATION_CHARACTERS) return null;
  return composeForwarded(
    target,
    filled,
    takesRest ? "" : match.remainder,
    visit.rawQuery,
    match.record.query,
  );
}

interface Templates {
  base: Template;
  query: Template | null;
  fragment: Template;
  /** True if the destination has `:splat`, and so already the rest of the path. */
  takesRest: boolean;
}

const known = new WeakMap<PreparedDestination, Templates>();

/** Returns the templates of a destination, which its first visit makes. A destination belongs to one record. */
function templatesOf(
  destination: PreparedDestination,
  { base, query, fragment }: DestinationParts,
  record: RecordSnapshot,
): Templates {
  const made = known.get(destination);
  if (made !== undefined) return made;
  const names = captureNames(record);
  const templates = {
    base: toPathTemplate(base, names),
    query: query === null ? null : toQueryTemplate(query, names),
    fragment: toFragmentTemplate(fragment, names),
    takesRest: isTemplate(destination.url, [SPLAT]),
  };
  known.set(destination, templates);
  return templates;
}

export function isOwnUrl(location: string, { hostname, requested, rawQuery }: TemplateVisit): boolean {
  // Most Locations do not even hold the requested path.
  if (!location.includes(requested.rawPath)) return false;
  const isSameQuery = (splitUrl(location).query ?? "") === (rawQuery ?? "");
  return isSameQuery && isSelfFallback(location, hostname, requested.rawPath);
}

export function captureNames({ path, captures = [] }: RecordSnapshot): readonly string[] {
  return isClosed(path, captures) ? captures : [...captures, SPLAT];
}

/** Returns the values of a source's captures in a request, in the order of `captureNames`. */
export function captureValues({ record, remainder }: Match, rawPath: string): string[] {
  const { path, captures = [] } = record;
  const values = captures.length > 0 ? readCaptures(rawPath, path) : [];
  // What `*` leaves over is the whole path, whose first slash is not part of `/*`. All others keep their slashes.
  if (!isClosed(path, captures)) values.push(path === "" ? remainder.replace(/^\//, "") : remainder);
  return values;
}

/** Returns whether a source is a pattern that leaves nothing of the path over. */
function isClosed(path: string, captures: readonly string[]): boolean {
  return captures.length > 0 && !path.endsWith("/*");
}

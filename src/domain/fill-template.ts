import {
  composeLocation,
  forwardedQuery,
  fromParts,
  MAX_LOCATION_CHARACTERS,
  type PreparedDestination,
} from "./compose.ts";
import type { Hostname } from "./hostname.ts";
import type { Match, RequestedSource } from "./match.ts";
import { readCaptures, SPLAT } from "./pattern.ts";
import type { Target } from "./snapshot.ts";
import { isSelfFallback } from "./self-fallback.ts";
import { fillFragment, fillPath, fillQuery, isTemplate } from "./template.ts";
import { splitUrl } from "./url-parts.ts";

/** The parts of a visit that fill a destination with captures. */
export interface TemplateVisit {
  hostname: Hostname;
  requested: Pick<RequestedSource, "rawPath">;
  /** Without `?`; null if there is none. */
  rawQuery: string | null;
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
  const values = captureValues(match, visit.requested.rawPath);
  const filled = fromParts({
    base: fillPath(parts.base, values),
    query: parts.query === null ? null : fillQuery(parts.query, values),
    fragment: fillFragment(parts.fragment, values),
    utm: parts.utm,
  });
  if (filled.url.length > MAX_LOCATION_CHARACTERS) return null;
  // A destination with `:splat` already has the rest of the path.
  const forwardsPath = target.forwardPath && !isTemplate(destination.url, [SPLAT]);
  return composeLocation(
    filled,
    forwardsPath ? match.remainder : null,
    forwardedQuery(target, visit.rawQuery),
  );
}

/** Returns whether the Location is the requested URL itself. */
export function isOwnUrl(location: string, { hostname, requested, rawQuery }: TemplateVisit): boolean {
  const isSameQuery = (splitUrl(location).query ?? "") === (rawQuery ?? "");
  return isSameQuery && isSelfFallback(location, hostname, requested.rawPath);
}

/** Returns the values of a source's captures in a request, by name. */
export function captureValues({ record, remainder }: Match, rawPath: string): Map<string, string> {
  const { path, captures = [] } = record;
  const isClosed = captures.length > 0 && !path.endsWith("/*");
  const values =
    captures.length > 0 ? readCaptures(rawPath, { shape: path, captures }) : new Map<string, string>();
  // What `*` leaves over is the whole path, whose first slash is not part of `/*`. All others keep their slashes.
  if (!isClosed) values.set(SPLAT, path === "" ? remainder.replace(/^\//, "") : remainder);
  return values;
}

import { composeLocation, fromParts, MAX_LOCATION_CHARACTERS, type PreparedDestination } from "./compose.ts";
import type { Match } from "./match.ts";
import { readCaptures, SPLAT } from "./pattern.ts";
import type { Target } from "./snapshot.ts";
import { fillFragment, fillPath, fillQuery, isTemplate } from "./template.ts";

/** What a visit puts into a destination with captures. */
interface TemplateVisit {
  match: Match;
  rawPath: string;
  /** Without `?`; null if there is none. */
  rawQuery: string | null;
}

/**
 * Composes the Location of a visit whose destination holds captures (contract 4.12).
 * @returns null if it would be longer than a Location may be
 */
export function composeFromTemplate(
  target: Target,
  destination: PreparedDestination,
  { match, rawPath, rawQuery }: TemplateVisit,
): string | null {
  const { parts } = destination;
  if (parts === undefined) return destination.url;
  const values = captureValues(match, rawPath);
  const filled = fromParts({
    base: fillPath(parts.base, values),
    query: parts.query === null ? null : fillQuery(parts.query, values),
    fragment: fillFragment(parts.fragment, values),
    utm: parts.utm,
  });
  if (filled.url.length > MAX_LOCATION_CHARACTERS) return null;
  // A destination that names `:splat` has the rest of the path already.
  const forwardsPath = target.forwardPath && !isTemplate(destination.url, [SPLAT]);
  return composeLocation(
    filled,
    forwardsPath ? match.remainder : null,
    target.forwardQuery ? rawQuery : null,
  );
}

function captureValues({ record, remainder }: Match, rawPath: string): Map<string, string> {
  const { path, captures = [] } = record;
  const isClosed = captures.length > 0 && !path.endsWith("/*");
  const values =
    captures.length > 0 ? readCaptures(rawPath, { shape: path, captures }) : new Map<string, string>();
  if (!isClosed) values.set(SPLAT, remainder.startsWith("/") ? remainder.slice(1) : remainder);
  return values;
}

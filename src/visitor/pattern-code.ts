import type { PreparedDestination } from "../domain/compose.ts";
import { composeFromTemplate, isOwnUrl, type TemplateVisit } from "../domain/fill-template.ts";
import type { Match } from "../domain/match.ts";
import type { Target } from "../domain/snapshot.ts";

/** The code that `patterns.ts` loads, as one chunk. */

export { rankPatterns } from "../domain/pattern-ranking.ts";

/**
 * Composes the Location of a visit whose destination holds captures.
 * @returns null if it would be too long, or equal to the requested URL (contract 22.8)
 */
export function locateTemplate(
  target: Target,
  destination: PreparedDestination,
  match: Match,
  visit: TemplateVisit,
): string | null {
  const location = composeFromTemplate(target, destination, match, visit);
  return location === null || isOwnUrl(location, visit) ? null : location;
}

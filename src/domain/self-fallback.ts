import { splitUrl } from "./url-parts.ts";
import { toVisitedHostname } from "./visited-host.ts";

/**
 * Tells whether a `not_found_url` or `expired_url` is the very page that was asked for: the edge then
 * shows its own page, and no visitor is sent in circles.
 * @param rawPath as the visitor sent it
 */
export function isSelfFallback(url: string, hostname: string, rawPath: string): boolean {
  const { origin, path } = splitUrl(url);
  // A bare host may have a query or fragment behind it: the authority has to end in a slash.
  return toVisitedHostname(`${origin.toLowerCase()}/`) === hostname && (path || "/") === rawPath;
}

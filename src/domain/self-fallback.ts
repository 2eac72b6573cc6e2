import type { Hostname } from "./hostname.ts";
import { toVisitedHostname } from "./visited-host.ts";
import { splitUrl } from "./url-parts.ts";

/**
 * Returns whether a `not_found_url` or `expired_url` is the requested page itself. The edge then shows its own
 * page, because a redirect would be a loop.
 * @param rawPath the path as the visitor sent it
 */
export function isSelfFallback(url: string, hostname: Hostname, rawPath: string): boolean {
  const { origin, path } = splitUrl(url);
  // The slash ends the authority: a query or fragment may follow the host directly.
  return toVisitedHostname(`${origin.toLowerCase()}/`) === hostname && (path || "/") === rawPath;
}

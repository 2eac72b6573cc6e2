import type { Hostname } from "./hostname.ts";
import { listHostCandidates } from "./visited-host.ts";

/**
 * Lists the hostnames that answer for a hostname, or for its `www.` name, while it is not connected: its
 * candidates, and its own wildcard.
 */
export function listAnsweringFor(hostname: Hostname): Hostname[] {
  const above = listHostCandidates(hostname).map(({ host }) => host);
  const over = hostname.startsWith("*.") ? [] : [`*.${hostname}` as Hostname];
  return [...above, ...over].filter((host) => host !== hostname);
}

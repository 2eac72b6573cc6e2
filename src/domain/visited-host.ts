/** Lists the hostnames whose records may answer a visitor's request (contract 1.4, 2.3 and 2.4). */

/** How the records of a connected hostname came to answer for the hostname that was visited. */
export type HostRelation = "self" | "www" | "wildcard";

export interface HostCandidate {
  host: string;
  relation: HostRelation;
}

/** Owners connect names of at most 100 characters, so a longer candidate cannot exist. */
const MAX_CANDIDATE_CHARACTERS = 100;

/**
 * The hostname in a request's URL: lower case (the runtime's URL parser sees to that and to
 * A-labels), without port and trailing dot.
 */
export function toVisitedHostname(url: string): string {
  const start = url.indexOf("//") + 2;
  let end = url.indexOf("/", start);
  if (end < 0) end = url.length;
  const port = url.lastIndexOf(":", end);
  if (port > start && url.charCodeAt(end - 1) !== CLOSING_BRACKET) end = port;
  if (url.charCodeAt(end - 1) === DOT) end--;
  return url.slice(start, end);
}

const DOT = 0x2e;
const CLOSING_BRACKET = 0x5d;

/**
 * Hostnames that answer for names of a hostname's as long as it is not connected itself: those that may
 * answer for it, and the wildcard over it, which answers for its `www.`.
 */
export function listAnsweringFor(hostname: string): string[] {
  const above = listHostCandidates(hostname).map(({ host }) => host);
  const over = hostname.startsWith("*.") ? [] : [`*.${hostname}`];
  return [...above, ...over].filter((host) => host !== hostname);
}

/**
 * Connected hostnames that may answer for a visited one, best first: itself, the name without
 * its `www.`, then the wildcards above it, the nearest first.
 */
export function listHostCandidates(hostname: string): HostCandidate[] {
  const candidates: HostCandidate[] = [{ host: hostname, relation: "self" }];
  if (hostname.startsWith("www.")) candidates.push({ host: hostname.slice(4), relation: "www" });
  for (let dot = hostname.indexOf("."); dot >= 0; dot = hostname.indexOf(".", dot + 1)) {
    const parent = hostname.slice(dot + 1);
    // A wildcard on a single label can't be connected.
    if (parent.includes(".")) {
      candidates.push({ host: `*.${parent}`, relation: "wildcard" });
    }
  }
  return candidates.filter(({ host }) => host.length <= MAX_CANDIDATE_CHARACTERS);
}

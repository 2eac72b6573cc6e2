import type { Hostname } from "./hostname.ts";

/** Finds the hostnames whose records may answer a visitor's request (contract 1.4, 2.3 and 2.4). */

/** The reason why the records of a connected hostname answer for the visited one. */
export type HostRelation = "self" | "www" | "wildcard";

interface HostCandidate {
  host: Hostname;
  relation: HostRelation;
}

/** A connected name has at most 100 characters, so longer candidates do not exist. */
const MAX_CANDIDATE_CHARACTERS = 100;

/**
 * Returns the hostname of a request's URL without port and trailing dot. The runtime has already converted it
 * to lower-case A-labels.
 */
export function toVisitedHostname(url: string): Hostname {
  const start = url.indexOf("//") + 2;
  let end = url.indexOf("/", start);
  if (end < 0) end = url.length;
  const port = url.lastIndexOf(":", end);
  if (port > start && url.charCodeAt(end - 1) !== CLOSING_BRACKET) end = port;
  if (url.charCodeAt(end - 1) === DOT) end--;
  return url.slice(start, end) as Hostname;
}

const DOT = 0x2e;
const CLOSING_BRACKET = 0x5d;

/**
 * Lists the hostnames that may answer for a visited one, the best first: the hostname itself, the name
 * without `www.`, then the wildcards above it, the nearest first.
 */
export function listHostCandidates(hostname: Hostname): HostCandidate[] {
  const candidates: HostCandidate[] = [{ host: hostname, relation: "self" }];
  if (hostname.startsWith("www.")) candidates.push({ host: hostname.slice(4) as Hostname, relation: "www" });
  for (let dot = hostname.indexOf("."); dot >= 0; dot = hostname.indexOf(".", dot + 1)) {
    const parent = hostname.slice(dot + 1);
    // A wildcard on a single label cannot be connected.
    if (parent.includes(".")) {
      candidates.push({ host: `*.${parent}` as Hostname, relation: "wildcard" });
    }
  }
  return candidates.filter(({ host }) => host.length <= MAX_CANDIDATE_CHARACTERS);
}

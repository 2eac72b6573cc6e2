import { splitUrl } from "./url-parts.ts";
import { toVisitedHostname } from "./visited-host.ts";

/** Hostnames that no record of a workspace may lead to, subdomains included. */

export const MAX_BLOCKED_HOSTS = 1_000;

/**
 * Returns the entry that a Location falls under: its hostname, or the nearest above it; null if none does.
 * @param location with its host as an A-label, in any letter case
 */
export function findBlockedHost(blocked: readonly string[], location: string): string | null {
  const entries = toSet(blocked);
  let name = toVisitedHostname(`${splitUrl(location).origin.toLowerCase()}/`);
  while (!entries.has(name)) {
    const dot = name.indexOf(".");
    if (dot < 0) return null;
    name = name.slice(dot + 1);
  }
  return name;
}

const sets = new WeakMap<readonly string[], ReadonlySet<string>>();

/** Returns a list as a set. The set is made once for each list that an isolate holds. */
function toSet(blocked: readonly string[]): ReadonlySet<string> {
  const known = sets.get(blocked);
  if (known !== undefined) return known;
  const made = new Set(blocked);
  sets.set(blocked, made);
  return made;
}

import type { Hostname } from "./hostname.ts";
import { toVisitedHostname } from "./visited-host.ts";
import { splitUrl } from "./url-parts.ts";

/** Hostnames that no record of a workspace may lead to, including their subdomains. */

export const MAX_BLOCKED_HOSTS = 1_000;

/**
 * Returns the entry that covers a Location: its hostname, or the nearest name above it; null if none does.
 * @param location with its host as an A-label, in any letter case
 */
export function findBlockedHost(blocked: readonly Hostname[], location: string): string | null {
  const entries = toSet(blocked);
  let name: string = toVisitedHostname(`${splitUrl(location).origin.toLowerCase()}/`);
  while (!entries.has(name)) {
    const dot = name.indexOf(".");
    if (dot < 0) return null;
    name = name.slice(dot + 1);
  }
  return name;
}

const sets = new WeakMap<readonly Hostname[], ReadonlySet<string>>();

/** Returns a list as a set. The set is made once for each list in the memory of an isolate. */
function toSet(blocked: readonly Hostname[]): ReadonlySet<string> {
  const known = sets.get(blocked);
  if (known !== undefined) return known;
  const made = new Set<string>(blocked);
  sets.set(blocked, made);
  return made;
}

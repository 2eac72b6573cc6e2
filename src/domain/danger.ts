import { findBlockedHost } from "./blocklist.ts";
import type { PreparedDestination } from "./compose.ts";
import type { Hostname } from "./hostname.ts";
import type { HostConfig, Target } from "./snapshot.ts";

export function isDangerous({ blocked }: HostConfig, target: Target, index: number): boolean {
  if (target.flagged !== undefined && target.flagged.includes(index)) return true;
  const destination = target.destinations[index];
  return blocked !== undefined && destination !== undefined && isBlocked(blocked, destination);
}

interface Verdict {
  blocked: readonly Hostname[];
  isBlocked: boolean;
}

const verdicts = new WeakMap<PreparedDestination, Verdict>();

/** Compares a destination with each list once, because forwarding never changes the host. */
function isBlocked(blocked: readonly Hostname[], destination: PreparedDestination): boolean {
  const known = verdicts.get(destination);
  if (known !== undefined && known.blocked === blocked) return known.isBlocked;
  const verdict = { blocked, isBlocked: findBlockedHost(blocked, destination.url) !== null };
  verdicts.set(destination, verdict);
  return verdict.isBlocked;
}

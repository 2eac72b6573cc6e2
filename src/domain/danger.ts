import { findBlockedHost } from "./blocklist.ts";
import type { PreparedDestination } from "./compose.ts";
import type { HostConfig, Target } from "./snapshot.ts";

/** Returns whether a destination is dangerous: its host is on the blocklist, or it is reported. */
export function isDangerous({ blocked }: HostConfig, target: Target, index: number): boolean {
  if (target.flagged !== undefined && target.flagged.includes(index)) return true;
  const destination = target.destinations[index];
  return blocked !== undefined && destination !== undefined && isBlocked(blocked, destination);
}

interface Verdict {
  blocked: readonly string[];
  isBlocked: boolean;
}

const verdicts = new WeakMap<PreparedDestination, Verdict>();

/** Remembers its result: forwarding changes no host, so a destination is compared once with each list. */
function isBlocked(blocked: readonly string[], destination: PreparedDestination): boolean {
  const known = verdicts.get(destination);
  if (known !== undefined && known.blocked === blocked) return known.isBlocked;
  const verdict = { blocked, isBlocked: findBlockedHost(blocked, destination.url) !== null };
  verdicts.set(destination, verdict);
  return verdict.isBlocked;
}

import { findBlockedHost } from "./blocklist.ts";
import type { PreparedDestination } from "./compose.ts";
import type { HostConfig, Target } from "./snapshot.ts";

/** Whether nobody may be sent to a destination of a target: its host is on the blocklist, or it is flagged. */
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

/** Forwarding changes no host, so one look is enough for a list and a destination that an isolate holds. */
function isBlocked(blocked: readonly string[], destination: PreparedDestination): boolean {
  const known = verdicts.get(destination);
  if (known !== undefined && known.blocked === blocked) return known.isBlocked;
  const verdict = { blocked, isBlocked: findBlockedHost(blocked, destination.url) !== null };
  verdicts.set(destination, verdict);
  return verdict.isBlocked;
}

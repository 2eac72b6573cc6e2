import type { Refusal } from "./row.ts";

/**
 * Completes a target to an absolute URL and otherwise keeps its bytes: `/x` with the origin,
 * `//host/x` with `https:`. What has neither a slash nor a scheme in front could be a path as well
 * as a host, and is refused.
 */
export function completeTarget(target: string, origin: string | null): { destination: string } | Refusal {
  if (/^https?:\/\//i.test(target)) return { destination: target };
  if (target.startsWith("//")) return { destination: `https:${target}` };
  if (!target.startsWith("/")) {
    return { reason: `the target "${target}" starts with neither "/" nor "https://"` };
  }
  if (origin === null) {
    return { reason: `pass --origin https://… to complete the relative target ${target}` };
  }
  return { destination: `${origin}${target}` };
}

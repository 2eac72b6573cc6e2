import { DAY_MS } from "../../../domain/client/words.ts";
import type { Host } from "../../api/types.ts";

const KEPT_MS = 30 * DAY_MS;

/** Returns the time since which some hostnames have recorded missed paths: their connection, or 30 days ago. */
export function keptSince(hosts: readonly Pick<Host, "connected_at">[], nowMs: number): Date {
  const first = Math.min(...hosts.map(({ connected_at: at }) => Date.parse(at)), nowMs);
  return new Date(Math.max(first, nowMs - KEPT_MS));
}

import type { LinkRecord } from "../../api/types.ts";

/** Returns the destination that alone gets the visits by now; null while they are distributed. */
export function lastingOf({ routing_ends: end }: LinkRecord, nowMs = Date.now()): string | null {
  return end !== null && Date.parse(end.at) <= nowMs ? end.destination : null;
}

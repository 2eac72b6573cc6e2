import type * as v from "valibot";
import { formatTimestamp } from "../../domain/timestamp.ts";
import type { HostHistoryEntry } from "../../domain/history.ts";
import type { HostHistoryShape } from "../schema/host-shape.ts";

/** Converts an entry of a hostname's history to its JSON in the API. */
export function toHostHistoryShape(entry: HostHistoryEntry): v.InferOutput<typeof HostHistoryShape> {
  const { isHeld } = entry;
  return {
    id: entry.id,
    old: { held: !isHeld },
    new: { held: isHeld },
    reason: entry.reason,
    actor: entry.actor,
    source: entry.channel,
    created_at: formatTimestamp(entry.createdAtMs),
  };
}

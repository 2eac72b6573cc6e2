import type * as v from "valibot";
import { formatTimestamp } from "../../domain/timestamp.ts";
import type { StoredHostHistoryEntry } from "../../services/host/list-host-history.ts";
import type { HostHistoryShape } from "../schema/host-shape.ts";

/** An entry of a hostname's history on the wire. */
export function toHostHistoryShape(entry: StoredHostHistoryEntry): v.InferOutput<typeof HostHistoryShape> {
  const isHeld = entry.held === 1;
  return {
    id: entry.id,
    old: { held: !isHeld },
    new: { held: isHeld },
    reason: entry.reason,
    actor: { id: entry.actor_id, name: entry.actor_name },
    source: entry.source,
    created_at: formatTimestamp(entry.created_at),
  };
}

import type * as v from "valibot";
import { formatTimestamp } from "../../domain/timestamp.ts";
import type { StoredHistoryEntry } from "../../services/records/list-history.ts";
import type { HistoryShape } from "../schema/shape.ts";

type Entry = v.InferOutput<typeof HistoryShape>;

/** A history entry on the wire (contract 12.14). */
export function toHistoryShape(entry: StoredHistoryEntry): Entry {
  return {
    id: entry.id,
    old: JSON.parse(entry.old) as Entry["old"],
    new: JSON.parse(entry.new) as Entry["new"],
    actor: { id: entry.actor_id, name: entry.actor_name },
    source: entry.source,
    created_at: formatTimestamp(entry.created_at),
  };
}

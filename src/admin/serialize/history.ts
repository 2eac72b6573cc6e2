import type * as v from "valibot";
import { formatTimestamp } from "../../domain/timestamp.ts";
import type { HistoryEntry } from "../../domain/history.ts";
import type { HistoryShape } from "../schema/shape.ts";

type Entry = v.InferOutput<typeof HistoryShape>;

/** Converts an entry of a record's history to its JSON in the API (contract 12.13). */
export function toHistoryShape(entry: HistoryEntry): Entry {
  return {
    id: entry.id,
    old: entry.diff.old,
    new: entry.diff.new,
    actor: entry.actor,
    source: entry.channel,
    change: entry.changeId,
    created_at: formatTimestamp(entry.createdAtMs),
  };
}

import { refresh } from "../api/query.ts";
import type { LinkRecord } from "../api/types.ts";

export type RecordChange =
  | { kind: "changed"; record: LinkRecord }
  | { kind: "deleted"; id: string }
  /** Records were created, or too many were changed to name them. */
  | { kind: "other" };

const listeners = new Set<(change: RecordChange) => void>();

export function onRecordChange(listener: (change: RecordChange) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function noteRecordChange(change: RecordChange): void {
  for (const listener of listeners) listener(change);
  void refresh("facets", "records", "record", "history", "tags", "explain", "host", "hosts", "misses");
}

import type { LinkRecord } from "../../api/types.ts";
import type { RecordPages } from "./record-pages.ts";

export type Selection = ReadonlyMap<string, LinkRecord>;

/** Returns a selection with one record more, or without it if it was in. */
export function toggleRecord(selected: Selection, record: LinkRecord): Selection {
  const next = new Map(selected);
  if (!next.delete(record.id)) next.set(record.id, record);
  return next;
}

/**
 * Returns a selection with all rows between two, both included. Rows that are not loaded are left out: nobody has
 * seen what would be selected.
 */
export function selectRange(
  selected: Selection,
  pages: Pick<RecordPages, "rowAt">,
  from: number,
  to: number,
): Selection {
  const next = new Map(selected);
  for (let index = Math.min(from, to); index <= Math.max(from, to); index++) {
    const record = pages.rowAt(index);
    if (record !== undefined) next.set(record.id, record);
  }
  return next;
}

import type { Listed, RecordPages } from "./record-pages.ts";

export type Selected<Row extends Listed> = ReadonlyMap<string, Row>;

export function toggleRow<Row extends Listed>(selected: Selected<Row>, row: Row): Selected<Row> {
  const next = new Map(selected);
  if (!next.delete(row.id)) next.set(row.id, row);
  return next;
}

/**
 * Adds all rows from one to another, inclusively, to a selection. Rows that are not loaded are left out, because the
 * user has not seen them.
 */
export function selectRange<Row extends Listed>(
  selected: Selected<Row>,
  pages: Pick<RecordPages<Row>, "rowAt">,
  from: number,
  to: number,
  isFor: (row: Row) => boolean = () => true,
): Selected<Row> {
  const next = new Map(selected);
  for (let index = Math.min(from, to); index <= Math.max(from, to); index++) {
    const row = pages.rowAt(index);
    if (row !== undefined && isFor(row)) next.set(row.id, row);
  }
  return next;
}

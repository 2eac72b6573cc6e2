import type { Miss, Page } from "../../api/types.ts";

export type MissedRow = Miss & { id: string };

const PROBES = "(probes)";
const OTHER = "(other)";

/** Returns a page without the rows for probes, which are shown as one number. */
export function toMissedRows({ data, meta }: Page<Miss>): Page<MissedRow> {
  const rows = data.filter(({ path }) => path !== PROBES);
  return { data: rows.map((miss) => ({ ...miss, id: idOf(miss) })), meta };
}

function idOf({ host, path, is_redacted: isRedacted }: Miss): string {
  return `${host} ${path}${isRedacted ? " redacted" : ""}`;
}

export function countProbes({ data }: Page<Miss>): number {
  return data.filter(({ path }) => path === PROBES).reduce((sum, { visits }) => sum + visits, 0);
}

/** Returns rows as the list has them now: their suggestions may have arrived since they were selected. */
export function toCurrentRows(rows: Iterable<MissedRow>, loaded: readonly MissedRow[]): MissedRow[] {
  const byId = new Map(loaded.map((row) => [row.id, row]));
  return Array.from(rows, (row) => byId.get(row.id) ?? row);
}

/** Returns whether a row counts the paths for which there was no room. */
export function isOther({ path }: Pick<Miss, "path">): boolean {
  return path === OTHER;
}

/** Returns whether a row names one path, so that it can be resolved. */
export function isAnswerable(miss: Pick<Miss, "path" | "is_redacted">): boolean {
  return !miss.is_redacted && !isOther(miss);
}

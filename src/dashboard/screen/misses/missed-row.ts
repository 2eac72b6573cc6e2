import type { Miss, Page } from "../../api/types.ts";

/** A missed path as a row of the list. */
export type MissedRow = Miss & { id: string };

const PROBES = "(probes)";
const OTHER = "(other)";

/** Returns a page without the probes, which are one number. */
export function toMissedRows({ data, meta }: Page<Miss>): Page<MissedRow> {
  const rows = data.filter(({ path }) => path !== PROBES);
  return { data: rows.map((miss) => ({ ...miss, id: idOf(miss) })), meta };
}

function idOf({ host, path, is_redacted: isRedacted }: Miss): string {
  return `${host} ${path}${isRedacted ? " redacted" : ""}`;
}

/** Returns how often scanners asked, over all hostnames of a page. */
export function countProbes({ data }: Page<Miss>): number {
  return data.filter(({ path }) => path === PROBES).reduce((sum, { visits }) => sum + visits, 0);
}

/** Returns whether a row stands for the paths that had no room. */
export function isOther({ path }: Pick<Miss, "path">): boolean {
  return path === OTHER;
}

/** Returns whether a row names one path, which can be answered. */
export function isAnswerable(miss: Pick<Miss, "path" | "is_redacted">): boolean {
  return !miss.is_redacted && !isOther(miss);
}

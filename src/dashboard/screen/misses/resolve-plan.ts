import type { MissedRow } from "./missed-row.ts";

export type Remedy = "suggestion" | "url" | "gone" | "ignore" | "open";

/** One call of the API, with paths of one hostname. */
export interface ResolveCall {
  host: string;
  paths: string[];
}

export interface ResolvePlan {
  rows: MissedRow[];
  /** The rows without a suggestion, which stay as they are. */
  left: MissedRow[];
  calls: ResolveCall[];
}

const MAX_PATHS = 1_000;

/** Plans the calls that resolve some rows: by hostname, with at most 1,000 paths each. */
export function planResolve(rows: readonly MissedRow[], remedy: Remedy): ResolvePlan {
  const needs = remedy === "suggestion";
  const fits = (row: MissedRow) => !needs || (row.suggestions ?? []).length > 0;
  const taken = rows.filter(fits);
  const calls: ResolveCall[] = [];
  for (const [host, ofHost] of Map.groupBy(taken, (row) => row.host)) {
    for (let from = 0; from < ofHost.length; from += MAX_PATHS) {
      calls.push({ host, paths: ofHost.slice(from, from + MAX_PATHS).map(({ path }) => path) });
    }
  }
  return { rows: taken, left: rows.filter((row) => !fits(row)), calls };
}

import type { Hostname } from "../hostname.ts";
import { NO_COUNTS, type CheckCounts, type CheckRow } from "./check.ts";

/** The most URLs of a hostname that a report lists. */
export const TALLY_SAMPLE = 20;

/** A URL that is not covered, as a report shows it. */
export type UncoveredUrl = Pick<CheckRow, "line" | "url" | "result" | "reason">;

/** The counted results of those URLs of a check that one hostname of the workspace answers. */
export interface HostTally {
  host: Hostname;
  counts: CheckCounts;
  /** The first URLs that are not covered. */
  sample: UncoveredUrl[];
}

/** A result with the hostname of the workspace that answers the URL; null if none does. */
export interface CheckedRow {
  row: CheckRow;
  host: Hostname | null;
  /** The hostnames that answer, or the hostname of the URL; and the hostname of the expected location. */
  names: Hostname[];
}

/** Counts results by hostname. */
export function tallyHosts(checked: readonly CheckedRow[]): HostTally[] {
  const tallies = new Map<Hostname, HostTally>();
  for (const { row, host } of checked) {
    if (host === null) continue;
    const tally = tallies.get(host) ?? { host, counts: { ...NO_COUNTS }, sample: [] };
    tallies.set(host, tally);
    tally.counts[row.result]++;
    if (row.result === "covered" || tally.sample.length >= TALLY_SAMPLE) continue;
    const { line, url, result, reason } = row;
    tally.sample.push({ line, url, result, reason });
  }
  return [...tallies.values()];
}

import type { Refusal } from "../refusal/refusal.ts";
import type { Hostname } from "../hostname.ts";
import type { Reach } from "../reach.ts";

/** A check: many URLs, each with the answer that its visitors would get (contract 30). */

export const CHECK_RESULTS = ["covered", "uncovered", "unexpected", "chain", "loop", "temporary"] as const;
export type CheckResult = (typeof CHECK_RESULTS)[number];

export const CHECK_STATES = ["collecting", "running", "asking", "done", "failed"] as const;
export type CheckState = (typeof CHECK_STATES)[number];

export const MAX_CHECK_URLS = 200_000;
export const MAX_CHECK_PARTS = 1_000;
/** The most unfinished checks of a workspace. */
export const MAX_OPEN_CHECKS = 3;
/** The most URLs in all checks that a workspace keeps. */
export const MAX_KEPT_URLS = 1_000_000;

export type CheckCounts = Record<CheckResult, number>;

export const NO_COUNTS = Object.fromEntries(CHECK_RESULTS.map((result) => [result, 0])) as CheckCounts;

export function totalOfCheck(counts: CheckCounts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

export interface Check {
  id: string;
  /** The hostnames that it may read: the reach of the user who created it. */
  reach: Reach;
  /** The hostnames that its results so far name. */
  hosts: Hostname[];
  workspaceId: string;
  state: CheckState;
  /** The expected status of URLs that have none of their own; null for any. */
  status: number | null;
  asksTargets: boolean;
  total: number;
  /** The number of URLs that are explained. */
  done: number;
  counts: CheckCounts;
  createdBy: string;
  createdAtMs: number;
  finishedAtMs: number | null;
  expiresAtMs: number;
}

/** A URL with its expected answer. */
export interface CheckUrl {
  url: string;
  location: string | null;
  status: number | null;
}

/** The result for one URL. Compact, because there are many. */
export interface CheckRow extends CheckUrl {
  line: number;
  result: CheckResult;
  /** The reason for the result; empty if the result needs none. */
  reason: Refusal | null;
  /** The status that visitors get; the Location follows. */
  actualStatus: number;
  actualLocation: string | null;
  recordId: string | null;
  /** The hops after the first answer. */
  hops: { url: string; status: number; location: string | null }[];
  /** The URL outside the workspace where a visitor ends; null if there is none. */
  target: string | null;
}

/** The answer of a target, or the reason why it was not requested. */
export interface TargetAnswer {
  status: number | null;
  location: string | null;
  reason: Refusal | null;
}

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

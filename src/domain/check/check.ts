/** A check: many URLs, and what visitors of each would get (contract 30). */

export const CHECK_RESULTS = ["covered", "uncovered", "unexpected", "chain", "loop", "temporary"] as const;
export type CheckResult = (typeof CHECK_RESULTS)[number];

export const CHECK_STATES = ["collecting", "running", "asking", "done", "failed"] as const;
export type CheckState = (typeof CHECK_STATES)[number];

export const MAX_CHECK_URLS = 200_000;
export const MAX_CHECK_PARTS = 1_000;
/** Checks of a workspace that are not done. */
export const MAX_OPEN_CHECKS = 3;
/** URLs of all checks that a workspace keeps. */
export const MAX_KEPT_URLS = 1_000_000;

/** What is counted of a check. */
export type CheckCounts = Record<CheckResult, number>;

export const NO_COUNTS: CheckCounts = {
  covered: 0,
  uncovered: 0,
  unexpected: 0,
  chain: 0,
  loop: 0,
  temporary: 0,
};

export function totalOfCheck(counts: CheckCounts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

export interface Check {
  id: string;
  workspaceId: string;
  state: CheckState;
  /** The status that is expected of a URL that names none; null for any. */
  status: number | null;
  asksTargets: boolean;
  total: number;
  /** URLs that are explained. */
  done: number;
  counts: CheckCounts;
  createdBy: string;
  createdAtMs: number;
  finishedAtMs: number | null;
  expiresAtMs: number;
}

/** A URL with what is expected of it. */
export interface CheckUrl {
  url: string;
  location: string | null;
  status: number | null;
}

/** What was found for one URL. Compact, because there are many. */
export interface CheckRow extends CheckUrl {
  line: number;
  result: CheckResult;
  /** Why; empty where the result says it all. */
  reason: string;
  /** The status and Location that visitors get. */
  actualStatus: number;
  actualLocation: string | null;
  recordId: string | null;
  /** The hops after the first answer. */
  hops: { url: string; status: number; location: string | null }[];
  /** The URL outside the workspace that a visitor comes to in the end; null for none. */
  target: string | null;
}

/** What a target answered, or why it was not asked. */
export interface TargetAnswer {
  status: number | null;
  location: string | null;
  reason: string | null;
}

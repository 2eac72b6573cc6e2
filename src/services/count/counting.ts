import type { DestinationChange } from "../../domain/destination-change.ts";
import {
  addToFacets,
  FACETS_FORM,
  NO_FACETS,
  type FacetTally,
  type RecordCounts,
} from "../../domain/record-facets.ts";
import type { RecordFilter, Sort } from "../../domain/record-filter.ts";
import { addToSummary, NO_SUMMARY, type SummaryTally } from "../../domain/record-summary.ts";
import { FACETS, summaryAggregate, TOTALS } from "../../storage/count/aggregates.ts";
import { countingStats, type StatsCountRequest } from "../stats/counting-stats.ts";
import { takeSteps, type Counting } from "./count-in-steps.ts";
import { NO_EDIT, type PlannedRow } from "../../domain/change/change.ts";
import { selectStoredRecords } from "../../storage/record/read.ts";
import { planEdits } from "../write/plan-edits.ts";
import type { JudgeContext } from "../context.ts";
import { newJudge } from "../write/judge-destinations.ts";
import type { Hostname } from "../../domain/hostname.ts";
import { fromLimitColumns } from "../../storage/reach.ts";
import type { Env } from "../../env.ts";
import { advanceScan, selectCount } from "../../storage/count/cache.ts";

type CountRequest =
  | { kind: "count"; filter: RecordFilter }
  | { kind: "clicks"; filter: RecordFilter }
  | { kind: "facets"; form: typeof FACETS_FORM; filter: RecordFilter }
  | { kind: "summary"; filter: RecordFilter; sort: Sort; change: DestinationChange | null }
  | StatsCountRequest;

function toCounting(request: CountRequest): Counting<unknown> {
  switch (request.kind) {
    case "count":
      return countingTotals(request.filter);
    case "clicks":
      return countingClicks(request.filter);
    case "facets":
      return countingFacets(request.filter);
    case "summary":
      return countingSummary(request.filter, request);
    case "stats":
      return countingStats(request);
  }
}

export function countingTotals(filter: RecordFilter): Counting<RecordCounts, CountRequest> {
  return {
    request: { kind: "count", filter },
    empty: { total: 0, paused: 0 },
    limit: 5_000,
    isKept: false,
    columns: (nowMs) => TOTALS.columns(nowMs),
    add: ({ total, paused }, found) => ({
      total: total + found.length,
      paused: paused + found.filter((values) => TOTALS.toRow(values).isPaused).length,
    }),
  };
}

/** Counts records, and sums up all their clicks. */
export function countingClicks(filter: RecordFilter): Counting<ClickTotals, CountRequest> {
  return {
    request: { kind: "clicks", filter },
    empty: { total: 0, clicks: 0 },
    limit: 5_000,
    isKept: true,
    columns: () => ({ columns: ["r.total_clicks"], parameters: [] }),
    add: ({ total, clicks }, found) => ({
      total: total + found.length,
      clicks: found.reduce((sum, [count]) => sum + Number(count), clicks),
    }),
  };
}

export interface ClickTotals {
  total: number;
  clicks: number;
}

export function countingFacets(filter: RecordFilter): Counting<FacetTally, CountRequest> {
  return {
    request: { kind: "facets", form: FACETS_FORM, filter },
    empty: NO_FACETS,
    limit: 5_000,
    isKept: true,
    columns: (nowMs) => FACETS.columns(nowMs),
    add: (tally, found, { nowMs }) =>
      addToFacets(
        tally,
        found.map((values) => FACETS.toRow(values)),
        nowMs,
      ),
  };
}

export function countingSummary(
  filter: RecordFilter,
  { sort, change }: { sort: Sort; change: DestinationChange | null },
): Counting<SummaryTally, CountRequest> {
  const aggregate = summaryAggregate(sort);
  return {
    request: { kind: "summary", filter, sort, change },
    empty: NO_SUMMARY,
    // To judge a change takes further reads of each record.
    limit: change === null ? 1_500 : 500,
    isKept: false,
    columns: (nowMs) => aggregate.columns(nowMs),
    async add(tally, found, { env, reach }) {
      const rows = found.map((values) => aggregate.toRow(values));
      const ids = rows.map(({ id }) => id);
      const planned = await planDestinations({ env, caller: { reach } }, ids, change);
      return addToSummary(tally, rows, sort, planned);
    },
  };
}

/** Returns what a change of destinations would make of some records, as its plan tells (contract 13.16), by their ids. */
export async function planDestinations(
  ctx: JudgeContext,
  ids: string[],
  change: DestinationChange | null,
): Promise<Map<string, PlannedRow>> {
  if (change === null) return new Map();
  const stored = await selectStoredRecords(ctx.env.DB, ctx.caller.reach, ids);
  const request = {
    kind: "edit" as const,
    filter: {},
    edit: { ...NO_EDIT, destinations: change },
    isForced: false,
  };
  const rows = await planEdits(ctx, request, stored, { judge: newJudge(ctx), isPart: false });
  return new Map(rows.flatMap((row) => (row.id === null ? [] : [[row.id, row]])));
}

const STEPS_AT_ONCE = 10;

/**
 * Takes the next steps of a count that a request has begun.
 * @returns whether more steps are left for this message; false if another delivery of it took these steps
 */
export async function continueCount(
  env: Env,
  workspaceId: string,
  key: string,
  nowMs: number,
): Promise<boolean> {
  const entry = await selectCount(env.DB, workspaceId, key);
  if (entry === null || entry.position === null) return false;
  const { step } = entry;
  const request = JSON.parse(entry.request) as CountRequest & { hosts?: Hostname[]; limits?: string };
  const { hosts = null, limits = null } = request;
  const reach = { workspaceId, ...fromLimitColumns(hosts && JSON.stringify(hosts), limits) };
  const counting = toCounting(request);
  const progress = { tally: JSON.parse(entry.tally ?? "") as unknown, position: entry.position };
  const steps = counting.stepsAtOnce ?? STEPS_AT_ONCE;
  const { tally, position } = await takeSteps(env, reach, counting, progress, steps, nowMs);
  const next = { tally: JSON.stringify(tally), position, step };
  return (await advanceScan(env.DB, workspaceId, key, next, nowMs)) && position !== null;
}

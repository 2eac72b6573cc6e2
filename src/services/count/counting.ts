import type { DestinationChange } from "../../domain/destination-change.ts";
import { addToFacets, NO_FACETS, type FacetTally, type RecordCounts } from "../../domain/record-facets.ts";
import type { RecordFilter, Sort } from "../../domain/record-filter.ts";
import { addToSummary, NO_SUMMARY, type SummaryTally } from "../../domain/record-summary.ts";
import { FACETS, summaryAggregate, TOTALS } from "../../storage/count/aggregates.ts";
import { countingStats, type StatsCountRequest } from "../stats/counting-stats.ts";
import type { Counting } from "./counting-kind.ts";
import { planDestinations } from "./plan-destinations.ts";

export type CountRequest =
  | { kind: "count"; filter: RecordFilter }
  | { kind: "facets"; filter: RecordFilter }
  | { kind: "summary"; filter: RecordFilter; sort: Sort; change: DestinationChange | null }
  | StatsCountRequest;

export function toCounting(request: CountRequest): Counting<unknown> {
  switch (request.kind) {
    case "count":
      return countingTotals(request.filter);
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

export function countingFacets(filter: RecordFilter): Counting<FacetTally, CountRequest> {
  return {
    request: { kind: "facets", filter },
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

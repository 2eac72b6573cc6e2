import { hostOfKeySql } from "../../../domain/claim-key.ts";
import type { DestinationChange } from "../../../domain/destination-change.ts";
import { addToFacets, NO_FACETS, type FacetRow, type FacetTally } from "../../../domain/record-facets.ts";
import type { RecordFilter, Sort } from "../../../domain/record-filter.ts";
import {
  addToSummary,
  NO_SUMMARY,
  type SummaryRow,
  type SummaryTally,
} from "../../../domain/record-summary.ts";
import { firstDayOfLastFourWeeks } from "../../../domain/week.ts";
import type { RecordCounts } from "../../../storage/record-facets.ts";
import { SORT_COLUMNS } from "../../../storage/record-list.ts";
import type { Projection } from "../../../storage/record-walk.ts";

/** The counts over filtered records that can be made step by step. */

export type CountRequest =
  | { kind: "count"; filter: RecordFilter }
  | { kind: "facets"; filter: RecordFilter }
  | { kind: "summary"; filter: RecordFilter; sort: Sort; change: DestinationChange | null };

/** One count: the columns that it reads, and how it adds them up. Tallies are stored as JSON. */
export interface Counting<T> {
  /** Describes the count completely. It is stored as JSON, and `toCounting` rebuilds the count from it. */
  request: CountRequest;
  empty: T;
  /** Records read in one step, so that a step reads at most 50,000 rows of all tables. */
  limit: number;
  /** Whether a result that took only one step is shown for a minute as well. */
  isKept: boolean;
  projection(nowMs: number): Projection;
  add(tally: T, found: unknown[][], nowMs: number): T;
}

export function toCounting(request: CountRequest): Counting<unknown> {
  switch (request.kind) {
    case "count":
      return countingTotals(request.filter);
    case "facets":
      return countingFacets(request.filter);
    case "summary":
      return countingSummary(request.filter, request);
  }
}

export function countingTotals(filter: RecordFilter): Counting<RecordCounts> {
  return {
    request: { kind: "count", filter },
    empty: { total: 0, paused: 0 },
    limit: 5_000,
    isKept: false,
    projection: () => ({ columns: ["r.paused_by IS NOT NULL"], parameters: [] }),
    add: ({ total, paused }, found) => ({
      total: total + found.length,
      paused: paused + found.filter(([isPaused]) => isPaused === 1).length,
    }),
  };
}

const FACET_COLUMNS = {
  host: hostOfKeySql("r.host"),
  handler: "r.handler",
  html: "r.type = 'html'",
  paused: "r.paused_by IS NOT NULL",
  styled: "r.qr IS NOT NULL",
  tags: "json(r.tags)",
  dns_issue: "(SELECT h.correct = 0 FROM hosts h WHERE h.host = r.host)",
  clicked_lately: "r.clicked_week >= ?",
  created_at: "r.created_at",
  updated_at: "r.updated_at",
} as const satisfies Record<keyof FacetRow, string>;

export function countingFacets(filter: RecordFilter): Counting<FacetTally> {
  return {
    request: { kind: "facets", filter },
    empty: NO_FACETS,
    limit: 5_000,
    isKept: true,
    projection: (nowMs) => ({
      columns: Object.values(FACET_COLUMNS),
      parameters: [firstDayOfLastFourWeeks(nowMs)],
    }),
    add: (tally, found, nowMs) =>
      addToFacets(
        tally,
        found.map((values) => toRow<FacetRow>(FACET_COLUMNS, values)),
        nowMs,
      ),
  };
}

/** Sums the clicks of the last 28 days of a record. */
const VISITS = `iif(r.clicked_week >= ?, (
  SELECT coalesce(sum(c.clicks), 0) FROM clicks_daily c WHERE c.scope_id = r.id AND c.day >= ?), 0)`;

export function countingSummary(
  filter: RecordFilter,
  { sort, change }: { sort: Sort; change: DestinationChange | null },
): Counting<SummaryTally> {
  const columns = {
    id: "r.id",
    handler: "r.handler",
    paused: "r.paused_by IS NOT NULL",
    place: `r.${SORT_COLUMNS[sort.field]}`,
    visits: VISITS,
    destinations: change === null ? "json('[]')" : "json(r.destinations)",
  } satisfies Record<keyof SummaryRow, string>;
  return {
    request: { kind: "summary", filter, sort, change },
    empty: NO_SUMMARY,
    limit: 1_500,
    isKept: false,
    projection: (nowMs) => ({
      columns: Object.values(columns),
      parameters: [firstDayOfLastFourWeeks(nowMs), firstDayOfLastFourWeeks(nowMs)],
    }),
    add: (tally, found) =>
      addToSummary(
        tally,
        found.map((values) => toRow<SummaryRow>(columns, values)),
        { sort, change },
      ),
  };
}

/** Names the values of a row, which come in the order of the columns. */
function toRow<T>(columns: Record<keyof T & string, string>, values: unknown[]): T {
  return Object.fromEntries(Object.keys(columns).map((name, index) => [name, values[index]])) as T;
}

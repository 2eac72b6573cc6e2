import { changeDestination, type DestinationChange } from "./destination-change.ts";
import type { Handler } from "./handler.ts";
import type { Sort } from "./record-filter.ts";

/** What a bulk action on a filter would touch (contract 13.15), counted a few records at a time. */

interface SummaryRequest {
  sort: Sort;
  change: DestinationChange | null;
  /** Why no write would accept the change of a record, by its id. */
  refusals: ReadonlyMap<string, string>;
}

/** The fields of a record that a summary needs. */
export interface SummaryRow {
  id: string;
  handler: Handler;
  paused: number;
  /** The value that the list is sorted by. */
  place: number | string;
  /** Clicks in the last four weeks. */
  visits: number;
  destinations: string[];
}

export interface SummaryTally {
  total: number;
  byHandler: Record<Handler, number>;
  paused: number;
  /** Records with clicks in the last four weeks, and the number of these clicks. */
  links: number;
  visits: number;
  /** Records that the change would change; 0 without one. */
  changed: number;
  /** Records of which the change would make what no write accepts. */
  invalid: number;
  /** The first records in the order that is asked for. */
  sample: { place: number | string; id: string }[];
}

export const NO_SUMMARY: SummaryTally = {
  total: 0,
  byHandler: { "short-url": 0, qr: 0, redirect: 0, migration: 0 },
  paused: 0,
  links: 0,
  visits: 0,
  changed: 0,
  invalid: 0,
  sample: [],
};

const SAMPLE_SIZE = 5;

/** Returns a tally with more records added. */
export function addToSummary(
  tally: SummaryTally,
  rows: SummaryRow[],
  { sort, change, refusals }: SummaryRequest,
): SummaryTally {
  // A count that an earlier version began has no such number.
  const next = { ...structuredClone(tally), invalid: tally.invalid ?? 0 };
  for (const row of rows) {
    next.total++;
    next.byHandler[row.handler]++;
    next.paused += row.paused;
    next.links += Number(row.visits > 0);
    next.visits += row.visits;
    if (refusals.has(row.id)) next.invalid++;
    else next.changed += Number(change !== null && isChanged(row.destinations, change));
  }
  const sampled = [...next.sample, ...rows.map(({ place, id }) => ({ place, id }))];
  const direction = sort.isDescending ? -1 : 1;
  next.sample = sampled
    .toSorted((one, other) => direction * (compare(one.place, other.place) || compare(one.id, other.id)))
    .slice(0, SAMPLE_SIZE);
  return next;
}

function compare(one: number | string, other: number | string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

export function isChanged(destinations: string[], change: DestinationChange): boolean {
  return destinations.some((url) => changeDestination(url, change) !== url);
}

import type { PlannedResult } from "./change/change.ts";
import type { Handler } from "./handler.ts";
import type { Sort } from "./record-filter.ts";

/** Counts the records that a bulk action on a filter would change (contract 13.15), a few records at a time. */

/** The fields of a record that a summary needs. */
export interface SummaryRow {
  id: string;
  handler: Handler;
  paused: number;
  /** The record's value of the field by which the list is sorted. */
  place: number | string;
  /** Clicks in the last four weeks. */
  visits: number;
}

export interface SummaryTally {
  total: number;
  byHandler: Record<Handler, number>;
  paused: number;
  /** The number of records with clicks in the last four weeks; the number of these clicks follows. */
  links: number;
  visits: number;
  /** The number of records that the change would change; 0 if there is no change. */
  changed: number;
  /** The number of records for which the change would be refused. */
  invalid: number;
  /** Records that a change leaves to the file that manages them. */
  conflicts: number;
  /** The first records in the requested order. */
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
  conflicts: 0,
  sample: [],
};

const SAMPLE_SIZE = 5;

/**
 * Returns a tally with more records added.
 * @param planned what the change makes of records, by their ids
 */
export function addToSummary(
  tally: SummaryTally,
  rows: SummaryRow[],
  sort: Sort,
  planned: ReadonlyMap<string, { result: PlannedResult }>,
): SummaryTally {
  // A count that an earlier version began lacks some numbers.
  const next = { ...NO_SUMMARY, ...structuredClone(tally) };
  for (const row of rows) {
    next.total++;
    next.byHandler[row.handler]++;
    next.paused += row.paused;
    next.links += Number(row.visits > 0);
    next.visits += row.visits;
    const result = planned.get(row.id)?.result;
    next.changed += Number(result === "changed");
    next.invalid += Number(result === "invalid");
    next.conflicts += Number(result === "conflict");
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

import type { Reach } from "../../../domain/reach.ts";
import type { RecordFilter } from "../../../domain/record-filter.ts";
import type { ScanColumns } from "../../../storage/record/scan.ts";

/** A count: the columns that it reads of each record, and how it adds them to a tally. Tallies are stored as JSON. */
export interface Counting<T, R extends { filter: RecordFilter } = { filter: RecordFilter }> {
  /** Stored as JSON; `toCounting` makes the count again from it. */
  request: R;
  empty: T;
  /** How many records a step reads, chosen so that it reads at most 50,000 rows. */
  limit: number;
  /** From so many records in a workspace on, no request counts all of them; default `LARGE_WORKSPACE`. */
  largeFrom?: number;
  /** Steps that one invocation of the consumer takes; default ten. */
  stepsAtOnce?: number;
  /** Whether an answer that took a single step is cached for a minute. */
  isKept: boolean;
  columns(nowMs: number): ScanColumns;
  add(tally: T, found: unknown[][], step: CountingStep): T | Promise<T>;
}

export interface CountingStep {
  db: D1Database;
  reach: Reach;
  nowMs: number;
}

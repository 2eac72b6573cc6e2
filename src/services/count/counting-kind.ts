import type { Reach } from "../../domain/reach.ts";
import type { RecordFilter } from "../../domain/record-filter.ts";
import type { Env } from "../../env.ts";
import type { ScanColumns } from "../../storage/record/scan.ts";

/** A count: the columns that it reads of each record, and how it adds them to a tally. Tallies are stored as JSON. */
export interface Counting<T, R extends { filter: RecordFilter } = { filter: RecordFilter }> {
  /** Stored as JSON. `toCounting` makes the count from it again. */
  request: R;
  empty: T;
  /** The number of records that a step reads, chosen so that it reads at most 50,000 rows. */
  limit: number;
  /** The number of records in a workspace from which on no request counts all of them; default `LARGE_WORKSPACE`. */
  largeFrom?: number;
  /** The number of steps that one invocation of the consumer takes; default ten. */
  stepsAtOnce?: number;
  /** True if an answer that took a single step is cached for a minute. */
  isKept: boolean;
  columns(nowMs: number): ScanColumns;
  add(tally: T, found: unknown[][], step: CountingStep): T | Promise<T>;
}

interface CountingStep {
  env: Env;
  reach: Reach;
  nowMs: number;
}

import type { Dimension } from "../../clicks/sheet.ts";
import type { RecordFilter } from "../../domain/record-filter.ts";
import type { Interval, StatsPoint, StatsRange } from "../../domain/stats.ts";

/** What is summed up by record only when it is asked for. */
export const INCLUDES = ["hosts", "tags", "records"] as const;
export type Include = (typeof INCLUDES)[number];

export type StatsDimension = Dimension;

export interface StatsRequest {
  interval: Interval;
  fromMs?: number;
  toMs?: number;
  /** The records whose clicks count; an empty filter stands for all, those that are deleted included. */
  filter: RecordFilter;
  include: Include[];
  /** Whether to answer the period before as well. */
  hasPrevious: boolean;
}

export interface Stats extends StatsRange, StatsSeries {
  breakdowns: Record<Dimension, Breakdown>;
  included: Partial<Record<Include, Breakdown>>;
  /** The period of the same length before, if it was asked for. */
  previous: (Omit<StatsRange, "interval"> & StatsSeries) | null;
  /** Whether more records are still to be counted, or the numbers are older. */
  isRefreshing: boolean;
}

interface StatsSeries {
  /** Clicks of people in the whole range. */
  clicks: number;
  bots: number;
  series: StatsPoint[];
}

export interface Breakdown {
  /** The largest first; equal ones in the order of their values. */
  values: CountedValue[];
  /** The clicks of all other values. */
  rest: number;
}

export interface CountedValue {
  value: string;
  clicks: number;
}

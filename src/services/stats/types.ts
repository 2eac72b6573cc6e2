import type { ClickValue } from "../../storage/click/read-stats.ts";
import type { Dimension } from "../../clicks/sheet.ts";
import type { ConversionStats } from "../../domain/conversion.ts";
import type { RecordFilter } from "../../domain/record-filter.ts";
import type { Interval, StatsPoint, StatsRange } from "../../domain/stats.ts";

/** The breakdowns that are summed by record only on request. */
export const INCLUDES = ["hosts", "tags", "records"] as const;
export type Include = (typeof INCLUDES)[number];

export type StatsDimension = Dimension;
export type StatsValue = ClickValue;

export interface StatsRequest {
  interval: Interval;
  fromMs?: number;
  toMs?: number;
  /** The records whose clicks count; an empty filter means all, including deleted ones. */
  filter: RecordFilter;
  /** The only clicks of the series; the breakdowns are of all clicks. */
  value?: ClickValue | undefined;
  include: Include[];
  /** The number of values that each included breakdown shows; default 100, at most 500. */
  includedShown?: number;
  hasPrevious: boolean;
}

export interface Stats extends StatsRange, StatsSeries {
  breakdowns: Record<Dimension, Breakdown>;
  included: Partial<Record<Include, Breakdown>>;
  conversions: ConversionStats[];
  /** The period of the same length before the range, if requested. */
  previous: (Omit<StatsRange, "interval"> & StatsSeries) | null;
  /** True if more records are still to be counted, or the numbers are old. */
  isRefreshing: boolean;
}

interface StatsSeries {
  /** Clicks of people in the whole range. */
  clicks: number;
  bots: number;
  series: StatsPoint[];
}

export interface Breakdown {
  /** The largest counts first; equal counts in the order of their values. */
  values: CountedValue[];
  /** The clicks of all other values. */
  rest: number;
}

export interface CountedValue {
  value: string;
  clicks: number;
}

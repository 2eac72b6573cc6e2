import type { Dimension } from "../../clicks/sheet.ts";
import type { Interval, StatsPoint, StatsRange } from "../../domain/stats.ts";

export interface StatsRequest {
  interval: Interval;
  fromMs?: number;
  toMs?: number;
}

export interface Stats extends StatsRange {
  /** Clicks in the whole range. */
  clicks: number;
  bots: number;
  series: StatsPoint[];
  breakdowns: Record<Dimension, Breakdown>;
}

export interface Breakdown {
  /** The largest first; equal ones in the order of their values. */
  values: { value: string; clicks: number }[];
  /** The clicks of all other values. */
  rest: number;
}

import type { CountedClicks } from "../../storage/click/read-stats.ts";
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
  breakdowns: CountedClicks["breakdowns"];
}

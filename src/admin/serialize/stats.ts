import type * as v from "valibot";
import { formatTimestamp } from "../../domain/timestamp.ts";
import type { Stats } from "../../services/stats/types.ts";
import type { StatsShape } from "../schema/shape.ts";

/** Converts clicks over time to their JSON in the API (contract 8.9). */
export function toStatsShape(stats: Stats): v.InferOutput<typeof StatsShape> {
  const { fromMs, toMs, interval, clicks, bots, series } = stats;
  const { destination, country, device, browser, referrer } = stats.breakdowns;
  return {
    from: formatTimestamp(fromMs),
    to: formatTimestamp(toMs),
    interval,
    clicks,
    bots,
    series: series.map(({ atMs, ...counts }) => ({ at: formatTimestamp(atMs), ...counts })),
    breakdowns: {
      destinations: destination.values,
      countries: country.values,
      devices: device.values,
      browsers: browser.values,
      referrers: referrer.values,
    },
    rest: {
      destinations: destination.rest,
      countries: country.rest,
      devices: device.rest,
      browsers: browser.rest,
      referrers: referrer.rest,
    },
  };
}

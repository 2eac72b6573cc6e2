import type * as v from "valibot";
import type { Dimension } from "../../clicks/sheet.ts";
import { formatTimestamp } from "../../domain/timestamp.ts";
import type { Stats } from "../../services/stats/types.ts";
import type { StatsShape } from "../schema/shape.ts";

/** The names of the dimensions in the API. */
const KINDS = {
  destinations: "destination",
  countries: "country",
  devices: "device",
  browsers: "browser",
  referrers: "referrer",
  rules: "rule",
  os: "os",
  languages: "language",
  sources: "source",
  utm_campaign: "campaign",
} as const satisfies Record<string, Dimension>;

type Kind = keyof typeof KINDS;

function byKind<T>(valueOf: (dimension: Dimension) => T): Record<Kind, T> {
  const entries = Object.entries(KINDS).map(([kind, dimension]) => [kind, valueOf(dimension)]);
  return Object.fromEntries(entries) as Record<Kind, T>;
}

/** Converts clicks over time to their JSON in the API (contract 8.9). */
export function toStatsShape(stats: Stats): v.InferOutput<typeof StatsShape> {
  const { fromMs, toMs, interval, clicks, bots, series, breakdowns } = stats;
  return {
    from: formatTimestamp(fromMs),
    to: formatTimestamp(toMs),
    interval,
    clicks,
    bots,
    series: series.map(({ atMs, ...counts }) => ({ at: formatTimestamp(atMs), ...counts })),
    breakdowns: byKind((dimension) => breakdowns[dimension].values),
    rest: byKind((dimension) => breakdowns[dimension].rest),
  };
}

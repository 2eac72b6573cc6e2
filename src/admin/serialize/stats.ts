import type * as v from "valibot";
import type { ConversionKind, ConversionStats } from "../../domain/conversion.ts";
import { formatTimestamp } from "../../domain/timestamp.ts";
import type { Breakdown, Stats, StatsDimension } from "../../services/stats/types.ts";
import type { StatsShape } from "../schema/stats-shape.ts";
import { whileRefreshing } from "./counts.ts";

/** The names of the dimensions in the API. */
export const KINDS = {
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
} as const satisfies Record<string, StatsDimension>;

type Kind = keyof typeof KINDS;

/** Converts clicks over time to their JSON in the API (contract 8.9). */
export function toStatsShape(stats: Stats): v.InferOutput<typeof StatsShape> {
  const { interval, conversions, previous, isRefreshing } = stats;
  return {
    ...toPeriod(stats),
    interval,
    breakdowns: byKind(stats, ({ values }) => values),
    rest: byKind(stats, ({ rest }) => rest),
    conversions: conversions.map(toConversionShape),
    ...(previous !== null && { previous: toPeriod(previous) }),
    ...whileRefreshing(isRefreshing),
  };
}

function toConversionShape({ name, count, amount, by }: ConversionStats) {
  const shown = (kind: ConversionKind) =>
    by[kind].map((one) => ({ of: one.value, count: one.count, value: one.amount / 100 }));
  return {
    name,
    count,
    value: amount / 100,
    destinations: shown("destination"),
    rules: shown("rule"),
    sources: shown("source"),
    utm_campaign: shown("campaign"),
  };
}

function toPeriod({ fromMs, toMs, clicks, bots, series }: NonNullable<Stats["previous"]>) {
  return {
    from: formatTimestamp(fromMs),
    to: formatTimestamp(toMs),
    clicks,
    bots,
    series: series.map(({ atMs, ...counts }) => ({ at: formatTimestamp(atMs), ...counts })),
  };
}

function byKind<T>({ breakdowns, included }: Stats, valueOf: (breakdown: Breakdown) => T) {
  const named = Object.entries(KINDS).map(([kind, dimension]) => [kind, breakdowns[dimension]] as const);
  const all = [...named, ...Object.entries(included)].map(([kind, breakdown]) => [kind, valueOf(breakdown)]);
  return Object.fromEntries(all) as Record<Kind, T> & { [name in keyof Stats["included"]]?: T };
}

/** Converts clicks over time to rows of CSV: the series, the period before, and each breakdown. */
export function toStatsRows(stats: Stats): (string | number)[][] {
  const { series, previous } = stats;
  const toRows = (name: string, points: Stats["series"]) =>
    points.map(({ atMs, clicks, bots }) => [name, formatTimestamp(atMs), clicks, bots]);
  const kinds = byKind(stats, ({ values, rest }) => ({ values, rest }));
  const breakdowns = Object.entries(kinds).flatMap(([kind, { values, rest }]) => [
    ...values.map(({ value, clicks }) => [kind, value, clicks, ""]),
    ...(rest > 0 ? [[`${kind} (rest)`, "", rest, ""]] : []),
  ]);
  return [
    ["kind", "value", "clicks", "bots"],
    ...toRows("series", series),
    ...toRows("previous", previous?.series ?? []),
    ...breakdowns,
  ];
}

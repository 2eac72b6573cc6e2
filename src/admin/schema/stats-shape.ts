import * as v from "valibot";
import { INTERVALS } from "../../domain/stats.ts";
import { timestamp, numbers } from "./part.ts";

/** The answer of `/stats` (contract 12.14). */

const perKind = <S extends v.GenericSchema>(of: S) =>
  v.object({
    destinations: of,
    countries: of,
    devices: of,
    browsers: of,
    referrers: of,
    rules: of,
    os: of,
    languages: of,
    sources: of,
    utm_campaign: of,
    hosts: v.optional(of),
    tags: v.optional(of),
    records: v.optional(of),
  });

const periodShape = {
  from: timestamp,
  to: timestamp,
  ...numbers("clicks", "bots"),
  series: v.array(v.object({ at: timestamp, clicks: v.number(), bots: v.number() })),
};

export const StatsShape = v.object({
  ...periodShape,
  interval: v.picklist(INTERVALS),
  breakdowns: perKind(v.array(v.object({ value: v.string(), clicks: v.number() }))),
  rest: perKind(v.number()),
  previous: v.optional(v.object(periodShape)),
  refreshing: v.optional(v.literal(true)),
});

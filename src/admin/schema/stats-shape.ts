import * as v from "valibot";
import { INTERVALS } from "../../domain/stats.ts";
import { timestamp } from "./part.ts";

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
  to: v.pipe(timestamp, v.description("Exclusive.")),
  clicks: v.pipe(v.number(), v.description("Of people, in the whole range.")),
  bots: v.number(),
  series: v.array(v.object({ at: timestamp, clicks: v.number(), bots: v.number() })),
};

export const StatsShape = v.object({
  ...periodShape,
  interval: v.picklist(INTERVALS),
  breakdowns: v.pipe(
    perKind(v.array(v.object({ value: v.string(), clicks: v.number() }))),
    v.description(
      "Of each kind the 20 largest values, of hosts, tags and records 100; an empty country or language is unknown, an empty referrer or campaign none.",
    ),
  ),
  rest: v.pipe(perKind(v.number()), v.description("Clicks of all other values.")),
  previous: v.optional(
    v.pipe(v.object(periodShape), v.description("The period before, with `previous=true`.")),
  ),
  refreshing: v.optional(v.literal(true)),
});

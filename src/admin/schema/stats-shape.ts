import * as v from "valibot";
import { INTERVALS } from "../../domain/stats.ts";
import { DECIMAL, timestamp, numbers } from "./part.ts";

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

const decimal = v.pipe(v.number(), v.metadata(DECIMAL));
const converted = v.array(v.object({ of: v.string(), count: v.number(), value: decimal }));

export const ConversionShape = v.object({ state: v.picklist(["counted", "repeated", "waiting"]) });

export const StatsShape = v.object({
  ...periodShape,
  interval: v.picklist(INTERVALS),
  breakdowns: perKind(v.array(v.object({ value: v.string(), clicks: v.number() }))),
  rest: perKind(v.number()),
  conversions: v.array(
    v.object({
      name: v.string(),
      count: v.number(),
      value: decimal,
      destinations: converted,
      rules: converted,
      sources: converted,
      utm_campaign: converted,
    }),
  ),
  previous: v.optional(v.object(periodShape)),
  refreshing: v.optional(v.literal(true)),
});

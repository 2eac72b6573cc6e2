import { Hono } from "hono";
import * as v from "valibot";
import { INTERVALS } from "../../domain/stats.ts";
import { parseTimestamp } from "../../domain/timestamp.ts";
import { getRecordStats, getWorkspaceStats } from "../../services/stats/get-stats.ts";
import { endpoint, query } from "../endpoint.ts";
import { answer, type AdminEnv } from "../request-context.ts";
import { parseWith, stringField } from "../schema/parse-with.ts";
import { pickDefined } from "../schema/record.ts";
import { StatsShape } from "../schema/shape.ts";
import { toStatsShape } from "../serialize/stats.ts";

const moment = (description: string) =>
  v.optional(v.pipe(stringField, parseWith(parseTimestamp), v.description(description)));

const StatsQuery = v.object({
  from: moment("The first moment; rounded down to a whole interval. Default 24 hours, 28 days or 12 weeks."),
  to: moment("The moment at which it ends; rounded up to a whole interval. Default now."),
  interval: v.optional(
    v.pipe(
      v.picklist(INTERVALS, `must be one of ${INTERVALS.join(", ")}`),
      v.description("The steps of `series`, in UTC; weeks begin on Mondays. Default `day`."),
    ),
  ),
});

const description =
  "`from` and `to` in the answer are the whole intervals that it covers. Hours are kept for 14 days, days and weeks for 13 months. `breakdowns` hold the 20 largest values of each kind, `rest` the clicks of all others; they are kept by day, so those of hours cover the whole days touched. Bots are counted apart.";

function toRequest({ from, to, interval }: v.InferOutput<typeof StatsQuery>) {
  return { interval: interval ?? ("day" as const), ...pickDefined({ fromMs: from, toMs: to }) };
}

/** Routes of statistics: clicks over time (contract 8.9). */
export const statsRoutes = new Hono<AdminEnv>()
  .get(
    "/stats",
    endpoint({
      role: "viewer",
      tag: "Workspace",
      summary: "Count clicks over time",
      description,
      answer: StatsShape,
      errors: [422],
    }),
    query(StatsQuery),
    async (c) =>
      answer(await getWorkspaceStats(c.get("service"), toRequest(c.req.valid("query"))), toStatsShape),
  )
  .get(
    "/links/:id/stats",
    endpoint({
      role: "viewer",
      tag: "Records",
      summary: "Count clicks of a record over time",
      description,
      answer: StatsShape,
      errors: [404, 422],
    }),
    query(StatsQuery),
    async (c) => {
      const request = toRequest(c.req.valid("query"));
      return answer(await getRecordStats(c.get("service"), c.req.param("id"), request), toStatsShape);
    },
  );

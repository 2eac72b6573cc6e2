import { newApp } from "../new-app.ts";
import * as v from "valibot";
import { INTERVALS } from "../../domain/stats.ts";
import { parseTimestamp } from "../../domain/timestamp.ts";
import { getRecordStats } from "../../services/stats/get-record-stats.ts";
import { getWorkspaceStats } from "../../services/stats/get-workspace-stats.ts";
import { endpoint, query } from "../endpoint.ts";
import { answer } from "../request-context.ts";
import { parseWith, stringField } from "../schema/field.ts";
import { pickDefined } from "../schema/record.ts";
import { toStatsShape } from "../serialize/stats.ts";

const moment = v.pipe(stringField, parseWith(parseTimestamp));

export const StatsQuery = v.object({
  from: v.optional(moment),
  to: v.optional(moment),
  interval: v.optional(v.picklist(INTERVALS, `must be one of ${INTERVALS.join(", ")}`)),
});

function toRequest({ from, to, interval }: v.InferOutput<typeof StatsQuery>) {
  return { interval: interval ?? ("day" as const), ...pickDefined({ fromMs: from, toMs: to }) };
}

/** Routes of statistics: clicks over time (contract 8.9). */
export const statsRoutes = newApp()
  .get("/stats", endpoint("viewer"), query(StatsQuery), async (c) =>
    answer(await getWorkspaceStats(c.get("service"), toRequest(c.req.valid("query"))), toStatsShape),
  )
  .get("/links/:id/stats", endpoint("viewer"), query(StatsQuery), async (c) => {
    const request = toRequest(c.req.valid("query"));
    return answer(await getRecordStats(c.get("service"), c.req.param("id"), request), toStatsShape);
  });

import { newApp } from "../hono.ts";
import * as v from "valibot";
import { accepted, refused, type Parsed } from "../../domain/field-error.ts";
import { INTERVALS } from "../../domain/stats.ts";
import { parseTimestamp } from "../../domain/timestamp.ts";
import { forgetRecordStats } from "../../services/stats/forget-record-stats.ts";
import { getRecordStats } from "../../services/stats/get-record-stats.ts";
import { getWorkspaceStats } from "../../services/stats/get-workspace-stats.ts";
import { INCLUDES, type Include, type Stats, type StatsRequest } from "../../services/stats/types.ts";
import type { Result } from "../../services/result.ts";
import { prefersCsv, toCsv } from "../csv.ts";
import { endpoint, query } from "../endpoint.ts";
import { answer, json, unwrap, type AdminContext } from "../request-context.ts";
import { filterField, toFilter } from "../schema/list.ts";
import { parseWith, stringField } from "../schema/parse-with.ts";
import { pickDefined } from "../schema/record.ts";
import { toStatsRows, toStatsShape } from "../serialize/stats.ts";

const moment = (description: string) =>
  v.optional(v.pipe(stringField, parseWith(parseTimestamp), v.description(description)));

const statsQuery = {
  from: moment("The first moment; rounded down to a whole interval. Default 24 hours, 28 days or 12 weeks."),
  to: moment("The moment at which it ends; rounded up to a whole interval. Default now."),
  interval: v.optional(
    v.pipe(
      v.picklist(INTERVALS, `must be one of ${INTERVALS.join(", ")}`),
      v.description("The steps of `series`, in UTC; weeks begin on Mondays. Default `day`."),
    ),
  ),
  filter: v.optional(filterField),
  previous: v.optional(
    v.pipe(
      v.picklist(["true", "false"], "must be true or false"),
      v.description("Whether to answer the period of the same length before, too. Default `false`."),
    ),
  ),
};

function parseInclude(list: string): Parsed<Include[]> {
  const names = new Set(list.split(",").map((name) => name.trim()));
  const unknown = [...names].find((name) => !INCLUDES.some((known) => known === name));
  return unknown === undefined
    ? accepted([...names] as Include[])
    : refused(`${JSON.stringify(unknown)} is not one of ${INCLUDES.join(", ")}`);
}

const unknownParameter = (issue: v.StrictObjectIssue) =>
  issue.expected === "never" ? "is not a parameter of this endpoint" : "must be an object";

const RecordQuery = v.strictObject(statsQuery, unknownParameter);
const WorkspaceQuery = v.strictObject(
  {
    ...statsQuery,
    include: v.optional(
      v.pipe(
        stringField,
        parseWith(parseInclude),
        v.description("Breakdowns by what records have now, comma-separated: `hosts`, `tags`, `records`."),
      ),
    ),
  },
  unknownParameter,
);

type Query = v.InferOutput<typeof WorkspaceQuery>;

function toRequest({ from, to, interval, filter, previous, include = [] }: Query): StatsRequest {
  return {
    interval: interval ?? "day",
    ...pickDefined({ fromMs: from, toMs: to }),
    filter: toFilter(filter),
    include,
    hasPrevious: previous === "true",
  };
}

/** Answers JSON, or CSV where the client asks for it. */
function answerStats(c: AdminContext, result: Result<Stats>) {
  if (!prefersCsv(c.req.header("Accept"))) return answer(result, toStatsShape);
  const body = toCsv(toStatsRows(unwrap(result)));
  const headers = {
    "Content-Type": "text/csv; charset=utf-8",
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
  };
  return new Response(body, { headers }) as ReturnType<typeof answer<Stats, ReturnType<typeof toStatsShape>>>;
}

/** Routes of statistics: clicks over time (contract 8.9). */
export const statsRoutes = newApp()
  .get("/stats", endpoint("viewer"), query(WorkspaceQuery), async (c) =>
    answerStats(c, await getWorkspaceStats(c.get("service"), toRequest(c.req.valid("query")))),
  )
  .get("/links/:id/stats", endpoint("viewer"), query(RecordQuery), async (c) => {
    const request = toRequest(c.req.valid("query"));
    return answerStats(c, await getRecordStats(c.get("service"), c.req.param("id"), request));
  })
  .delete("/links/:id/stats", endpoint("manager"), async (c) => {
    const data = unwrap(await forgetRecordStats(c.get("service"), c.req.param("id")));
    return json({ data });
  });

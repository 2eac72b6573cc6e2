import { parseWith, stringField, oneOf, textOf } from "../schema/field.ts";
import { newApp } from "../new-app.ts";
import * as v from "valibot";
import { accepted, refused, type Parsed } from "../../domain/field-error.ts";
import { INTERVALS } from "../../domain/stats.ts";
import { parseTimestamp } from "../../domain/timestamp.ts";
import { forgetRecordStats, getRecordStats, getWorkspaceStats } from "../../services/stats/stats.ts";
import {
  INCLUDES,
  type Include,
  type Stats,
  type StatsRequest,
  type StatsValue,
} from "../../services/stats/types.ts";
import type { Result } from "../../services/result.ts";
import { prefersCsv, answerCsv } from "../csv.ts";
import { ofRecords, query } from "../endpoint.ts";
import { answer, idOf, json, unwrap, type AdminContext } from "../request-context.ts";
import { filterField, toFilter, trueOrFalse } from "../schema/list.ts";
import { pickDefined } from "../schema/record-input.ts";
import { KINDS, toStatsRows, toStatsShape } from "../serialize/stats.ts";

const moment = v.pipe(stringField, parseWith(parseTimestamp));

const statsQuery = {
  from: v.optional(moment),
  to: v.optional(moment),
  interval: v.optional(oneOf(INTERVALS)),
  filter: v.optional(filterField),
  value: v.optional(v.pipe(textOf(2_100), parseWith(parseValue))),
  previous: v.optional(trueOrFalse),
};

const includeField = v.optional(v.pipe(stringField, parseWith(parseInclude)));

function parseInclude(list: string): Parsed<Include[]> {
  const names = new Set(list.split(",").map((name) => name.trim()));
  const unknown = [...names].find((name) => !INCLUDES.some((known) => known === name));
  return unknown === undefined
    ? accepted([...names] as Include[])
    : refused("named_not_one_of", { name: JSON.stringify(unknown), names: INCLUDES.join(", ") });
}

/** Parses a kind of breakdown and one of its values: `countries:DE`. */
function parseValue(text: string): Parsed<StatsValue> {
  const kind = text.slice(0, text.indexOf(":"));
  const dimension = new Map(Object.entries(KINDS)).get(kind);
  return dimension === undefined
    ? refused("named_not_one_of", { name: JSON.stringify(kind), names: Object.keys(KINDS).join(", ") })
    : accepted({ dimension, value: text.slice(kind.length + 1) });
}

const RecordQuery = v.object(statsQuery);
const WorkspaceQuery = v.object({ ...statsQuery, include: includeField });

type Query = v.InferOutput<typeof WorkspaceQuery>;

function toRequest({ from, to, interval, filter, value, previous, include = [] }: Query): StatsRequest {
  return {
    interval: interval ?? "day",
    ...pickDefined({ fromMs: from, toMs: to }),
    filter: toFilter(filter),
    value,
    include,
    hasPrevious: previous === true,
  };
}

function answerStats(c: AdminContext, result: Result<Stats>) {
  if (!prefersCsv(c.req.header("Accept"))) return answer(result, toStatsShape);
  return answerCsv(toStatsRows(unwrap(result)));
}

/** Routes of statistics: clicks over time (contract 8.9). */
export const statsRoutes = newApp()
  .get("/stats", ofRecords("viewer"), query(WorkspaceQuery), async (c) =>
    answerStats(c, await getWorkspaceStats(c.get("service"), toRequest(c.req.valid("query")))),
  )
  .get("/links/:id/stats", ofRecords("viewer"), query(RecordQuery), async (c) => {
    const request = toRequest(c.req.valid("query"));
    return answerStats(c, await getRecordStats(c.get("service"), idOf(c), request));
  })
  .delete("/links/:id/stats", ofRecords("manager"), async (c) => {
    const data = unwrap(await forgetRecordStats(c.get("service"), idOf(c)));
    return json({ data });
  });

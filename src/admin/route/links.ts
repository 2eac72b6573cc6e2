import { Hono } from "hono";
import * as v from "valibot";
import { HANDLERS } from "../../domain/handler.ts";
import { createGeneric } from "../../services/records/create-generic.ts";
import { deleteRecord } from "../../services/records/delete-record.ts";
import { getFacets } from "../../services/records/get-facets.ts";
import { getRecord } from "../../services/records/get-record.ts";
import { listHistory } from "../../services/records/list-history.ts";
import { listRecords, withCreators } from "../../services/records/list-records.ts";
import { pauseRecord } from "../../services/records/pause-record.ts";
import { keepPlace } from "../../services/records/place.ts";
import { updateRecord } from "../../services/records/update-record.ts";
import type { RecordView } from "../../services/records/view.ts";
import type { Result } from "../../services/result.ts";
import { endpoint, jsonBody, query } from "../endpoint.ts";
import { answer, json, type AdminContext, type AdminEnv } from "../request-context.ts";
import { FacetsQuery, PageQuery, RecordListQuery, toFilter, toPageRequest, toSort } from "../schema/list.ts";
import { stringField } from "../schema/parse-with.ts";
import {
  aliasField,
  hostField,
  pickDefined,
  qrFields,
  refusedField,
  settingFields,
  toRecordInput,
} from "../schema/record.ts";
import {
  collectionOf,
  DeletedShape,
  FacetsShape,
  GenericShape,
  HistoryPage,
  pageOf,
} from "../schema/shape.ts";
import { toFacetsShape } from "../serialize/facets.ts";
import { toHistoryShape } from "../serialize/history.ts";
import { toGenericShape } from "../serialize/record.ts";

const handlerField = v.picklist(HANDLERS, `must be one of ${HANDLERS.join(", ")}`);

const CreateBody = v.object({
  ...settingFields,
  ...qrFields,
  handler: handlerField,
  host: hostField,
  alias: v.optional(aliasField),
  url: v.optional(stringField),
  path: refusedField("is not taken here: send alias or url"),
  tld: refusedField("is not taken here"),
  file: refusedField("is not taken here: create the record, then PUT its file"),
});

/** What may only repeat what stands is taken as it comes. */
const UpdateBody = v.object({
  ...settingFields,
  ...qrFields,
  handler: v.optional(stringField),
  host: v.optional(stringField),
  alias: v.optional(stringField),
  path: v.optional(stringField),
  url: v.optional(stringField),
  tld: v.optional(stringField),
  file: v.optional(v.nullable(stringField)),
});

const tag = "Records";

async function answerOne(c: AdminContext, result: Result<RecordView>) {
  if (!result.ok) return answer(result, () => never());
  const [view] = await withCreators(c.get("service"), [result.value]);
  return view === undefined ? never() : json(toGenericShape(view, c.req.url));
}

function never(): never {
  throw new Error("a record has a creator");
}

/** Routes of `/links`: records of every handler (contract 12.8 to 12.15). */
export const linksRoutes = new Hono<AdminEnv>()
  .post(
    "/",
    endpoint({
      role: "editor",
      tag,
      summary: "Create a record of any handler",
      description:
        "Short links and QR codes take `alias`, or `url` as host and alias in one; redirects take `url`, and without it answer every path of `host`.",
      answer: collectionOf(GenericShape),
      errors: [400, 413, 415, 422, 482],
    }),
    jsonBody(CreateBody),
    async (c) => {
      const { fields, errors } = c.req.valid("json");
      const { handler, host, alias, url } = fields;
      const place = pickDefined({ handler, host, alias, url });
      const result = await createGeneric(c.get("service"), {
        fields: { ...place, input: toRecordInput(fields) },
        errors,
      });
      if (!result.ok) return answer(result, () => never());
      const views = await withCreators(c.get("service"), result.value);
      return json({ data: views.map((view) => toGenericShape(view, c.req.url)) });
    },
  )
  .get(
    "/",
    endpoint({
      role: "viewer",
      tag,
      summary: "List every record",
      answer: pageOf(GenericShape),
      errors: [422],
    }),
    query(RecordListQuery),
    async (c) => {
      const { filter, sort, ...page } = c.req.valid("query");
      const request = { filter: toFilter(filter), sort: toSort(sort), ...toPageRequest(page) };
      const result = await listRecords(c.get("service"), request);
      if (!result.ok) return answer(result, () => never());
      const views = await withCreators(c.get("service"), result.value.items);
      return json({
        data: views.map((view) => toGenericShape(view, c.req.url)),
        meta: { cursor: result.value.cursor },
      });
    },
  )
  .get(
    "/facets",
    endpoint({
      role: "viewer",
      tag,
      summary: "Count records by what they have in common",
      description:
        "Counts are kept for a minute. From 10,000 records on older counts, or those counted so far, are answered at once with `refreshing` true; ask again a few seconds later.",
      answer: FacetsShape,
      errors: [422],
    }),
    query(FacetsQuery),
    async (c) => {
      const { filter, hosts_search, hosts_limit } = c.req.valid("query");
      const request = {
        filter: toFilter(filter),
        hosts: { search: hosts_search ?? "", limit: hosts_limit ?? 20 },
      };
      return json(toFacetsShape(await getFacets(c.get("service"), request)));
    },
  )
  .get(
    "/:id",
    endpoint({
      role: "viewer",
      tag,
      summary: "Get a record of any handler",
      answer: GenericShape,
      errors: [404],
    }),
    async (c) => answerOne(c, await getRecord(c.get("service"), c.req.param("id"))),
  )
  .put(
    "/:id",
    endpoint({
      role: "editor",
      tag,
      summary: "Change a record of any handler",
      description: "Handler and source never change: fields that tell them may only repeat what stands.",
      answer: GenericShape,
      errors: [400, 404, 413, 415, 422, 482],
    }),
    jsonBody(UpdateBody),
    async (c) => {
      const { fields, errors } = c.req.valid("json");
      const { handler, host, alias, path, url, tld, file } = fields;
      const place = keepPlace(pickDefined({ handler, host, alias, path, url, file }));
      const draft = { fields: { input: toRecordInput(fields), place, ...pickDefined({ tld }) }, errors };
      return answerOne(c, await updateRecord(c.get("service"), c.req.param("id"), undefined, draft));
    },
  )
  .delete(
    "/:id",
    endpoint({
      role: "editor",
      tag,
      summary: "Delete a record of any handler",
      answer: DeletedShape,
      errors: [404, 422],
    }),
    async (c) => answer(await deleteRecord(c.get("service"), c.req.param("id")), (data) => ({ data })),
  )
  .post(
    "/:id/pause",
    endpoint({ role: "editor", tag, summary: "Pause a record", answer: GenericShape, errors: [404] }),
    async (c) => answerOne(c, await pauseRecord(c.get("service"), c.req.param("id"), true)),
  )
  .post(
    "/:id/resume",
    endpoint({ role: "editor", tag, summary: "Resume a record", answer: GenericShape, errors: [404] }),
    async (c) => answerOne(c, await pauseRecord(c.get("service"), c.req.param("id"), false)),
  )
  .get(
    "/:id/history",
    endpoint({
      role: "viewer",
      tag,
      summary: "List the changes of a record",
      description:
        "Newest first, one for each write. Reading them needs a plan with the feature `security.audit`: without it `data` is empty, and `meta.cursor.total` still counts them.",
      answer: HistoryPage,
      errors: [404, 422],
    }),
    query(PageQuery),
    async (c) => {
      const result = await listHistory(
        c.get("service"),
        c.req.param("id"),
        toPageRequest(c.req.valid("query")),
      );
      return answer(result, ({ items, cursor, total }) => ({
        data: items.map(toHistoryShape),
        meta: { cursor: { ...cursor, total } },
      }));
    },
  );

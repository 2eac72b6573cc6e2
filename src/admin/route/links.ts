import { Hono } from "hono";
import * as v from "valibot";
import { HANDLERS } from "../../domain/handler.ts";
import { createGeneric } from "../../services/record/create-generic.ts";
import { deleteRecord } from "../../services/record/delete-record.ts";
import { getFacets } from "../../services/record/get-facets.ts";
import { getRecord } from "../../services/record/get-record.ts";
import { listHistory } from "../../services/record/list-history.ts";
import { listRecords } from "../../services/record/list-records.ts";
import { pauseRecord } from "../../services/record/pause-record.ts";
import { keepPlace } from "../../domain/record-place.ts";
import { updateRecord } from "../../services/record/update-record.ts";
import { withCreators } from "../../services/record/with-creators.ts";
import type { RecordView } from "../../services/record/types.ts";
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

async function answerOne(c: AdminContext, result: Result<RecordView>) {
  if (!result.ok) return answer(result, () => never());
  const [view] = await withCreators(c.get("service"), [result.value]);
  return view === undefined ? never() : json(toGenericShape(view, c.req.url));
}

function never(): never {
  throw new Error("a record has a creator");
}

/** Records of every handler (contract: `/links`). */
export const linksRoutes = new Hono<AdminEnv>()
  .post("/", endpoint("editor"), jsonBody(CreateBody), async (c) => {
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
  })
  .get("/", endpoint("viewer"), query(RecordListQuery), async (c) => {
    const { filter, sort, ...page } = c.req.valid("query");
    const request = { filter: toFilter(filter), sort: toSort(sort), ...toPageRequest(page) };
    const result = await listRecords(c.get("service"), request);
    if (!result.ok) return answer(result, () => never());
    const views = await withCreators(c.get("service"), result.value.items);
    return json({
      data: views.map((view) => toGenericShape(view, c.req.url)),
      meta: { cursor: result.value.cursor },
    });
  })
  .get("/facets", endpoint("viewer"), query(FacetsQuery), async (c) => {
    const { filter, hosts_search, hosts_limit } = c.req.valid("query");
    const request = {
      filter: toFilter(filter),
      hosts: { search: hosts_search ?? "", limit: hosts_limit ?? 20 },
    };
    return answer(await getFacets(c.get("service"), request), toFacetsShape);
  })
  .get("/:id", endpoint("viewer"), async (c) =>
    answerOne(c, await getRecord(c.get("service"), c.req.param("id"))),
  )
  .put("/:id", endpoint("editor"), jsonBody(UpdateBody), async (c) => {
    const { fields, errors } = c.req.valid("json");
    const { handler, host, alias, path, url, tld, file } = fields;
    const place = keepPlace(pickDefined({ handler, host, alias, path, url, file }));
    const draft = { fields: { input: toRecordInput(fields), place, ...pickDefined({ tld }) }, errors };
    return answerOne(c, await updateRecord(c.get("service"), c.req.param("id"), undefined, draft));
  })
  .delete("/:id", endpoint("editor"), async (c) =>
    answer(await deleteRecord(c.get("service"), c.req.param("id")), (data) => ({ data })),
  )
  .post("/:id/pause", endpoint("editor"), async (c) =>
    answerOne(c, await pauseRecord(c.get("service"), c.req.param("id"), true)),
  )
  .post("/:id/resume", endpoint("editor"), async (c) =>
    answerOne(c, await pauseRecord(c.get("service"), c.req.param("id"), false)),
  )
  .get("/:id/history", endpoint("viewer"), query(PageQuery), async (c) => {
    const result = await listHistory(
      c.get("service"),
      c.req.param("id"),
      toPageRequest(c.req.valid("query")),
    );
    return answer(result, ({ items, cursor, total }) => ({
      data: items.map(toHistoryShape),
      meta: { cursor: { ...cursor, total } },
    }));
  });

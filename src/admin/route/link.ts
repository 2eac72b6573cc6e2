import { Hono } from "hono";
import * as v from "valibot";
import { createLink } from "../../services/record/create-link.ts";
import { countRecords } from "../../services/record/count-records.ts";
import { deleteRecord } from "../../services/record/delete-record.ts";
import { getRecord } from "../../services/record/get-record.ts";
import { listRecords } from "../../services/record/list-records.ts";
import { placeLink } from "../../domain/record-place.ts";
import { updateRecord } from "../../services/record/update-record.ts";
import { endpoint, jsonBody, query } from "../endpoint.ts";
import { answer, type AdminEnv } from "../request-context.ts";
import { FilterQuery, RecordListQuery, toFilter, toPageRequest, toSort } from "../schema/list.ts";
import { stringField, textOf } from "../schema/parse-with.ts";
import {
  aliasField,
  hostField,
  linkUrlField,
  pathField,
  pickDefined,
  qrFields,
  refusedField,
  settingFields,
  toRecordInput,
} from "../schema/record.ts";
import { toLinkShape } from "../serialize/record.ts";
import { whileRefreshing } from "../serialize/refreshing.ts";

const CreateBody = v.object({
  ...settingFields,
  ...qrFields,
  host: hostField,
  alias: v.optional(aliasField),
  url: refusedField("is not taken here: send host and alias"),
  path: refusedField("is not taken here: send alias"),
  tld: refusedField("is not taken here"),
  file: refusedField("is not taken here: create the link, then PUT its file"),
});

const UpdateBody = v.object({
  ...settingFields,
  ...qrFields,
  host: v.optional(hostField),
  alias: v.optional(aliasField),
  url: v.optional(linkUrlField),
  path: v.optional(pathField),
  tld: v.optional(stringField),
  file: v.optional(v.nullable(textOf(100))),
});

/** Short links and QR codes (contract: `/link`). */
export const linkRoutes = new Hono<AdminEnv>()
  .post("/", endpoint("editor"), jsonBody(CreateBody), async (c) => {
    const { fields, errors } = c.req.valid("json");
    const place = pickDefined({ host: fields.host, alias: fields.alias });
    const draft = { fields: { ...place, input: toRecordInput(fields) }, errors };
    return answer(await createLink(c.get("service"), "short-url", draft), (views) => ({
      data: views.map((view) => toLinkShape(view, c.req.url)),
    }));
  })
  .get("/", endpoint("viewer"), query(RecordListQuery), async (c) => {
    const { filter, sort, ...page } = c.req.valid("query");
    const request = { filter: toFilter(filter, "link"), sort: toSort(sort), ...toPageRequest(page) };
    return answer(await listRecords(c.get("service"), request), ({ items, cursor }) => ({
      data: items.map((view) => toLinkShape(view, c.req.url)),
      meta: { cursor },
    }));
  })
  .get("/count", endpoint("viewer"), query(FilterQuery), async (c) => {
    const filter = toFilter(c.req.valid("query").filter, "link");
    return answer(await countRecords(c.get("service"), filter), ({ tally, isRefreshing }) => ({
      ...tally,
      ...whileRefreshing(isRefreshing),
    }));
  })
  .get("/:id", endpoint("viewer"), async (c) =>
    answer(await getRecord(c.get("service"), c.req.param("id"), "link"), (view) =>
      toLinkShape(view, c.req.url),
    ),
  )
  .put("/:id", endpoint("editor"), jsonBody(UpdateBody), async (c) => {
    const { fields, errors } = c.req.valid("json");
    const { host, alias, url, path, tld, file } = fields;
    const place = placeLink(pickDefined({ host, alias, url, path }));
    const input = { ...toRecordInput(fields), ...pickDefined({ file }) };
    const draft = { fields: { input, place, ...pickDefined({ tld }) }, errors };
    return answer(await updateRecord(c.get("service"), c.req.param("id"), "link", draft), (view) =>
      toLinkShape(view, c.req.url),
    );
  })
  .delete("/:id", endpoint("editor"), async (c) =>
    answer(await deleteRecord(c.get("service"), c.req.param("id"), "link"), (data) => ({ data })),
  );

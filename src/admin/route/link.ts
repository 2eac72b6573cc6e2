import { Hono } from "hono";
import * as v from "valibot";
import { createLink } from "../../services/records/create-link.ts";
import { countRecords } from "../../services/records/count-records.ts";
import { deleteRecord } from "../../services/records/delete-record.ts";
import { getRecord } from "../../services/records/get-record.ts";
import { listRecords } from "../../services/records/list-records.ts";
import { placeLink } from "../../services/records/place.ts";
import { updateRecord } from "../../services/records/update-record.ts";
import { endpoint, jsonBody, query } from "../endpoint.ts";
import { answer, json, type AdminEnv } from "../request-context.ts";
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
import { collectionOf, CountShape, DeletedShape, LinkShape, pageOf } from "../schema/shape.ts";
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

const tag = "Short links";

/** Routes of `/link`: short links and QR codes (contract 12.1 to 12.4). */
export const linkRoutes = new Hono<AdminEnv>()
  .post(
    "/",
    endpoint({
      role: "editor",
      tag,
      summary: "Create a short link",
      description: "Without `alias` a free one is made up. The answer is a collection, even for one link.",
      answer: collectionOf(LinkShape),
      errors: [400, 413, 415, 422, 482],
    }),
    jsonBody(CreateBody),
    async (c) => {
      const { fields, errors } = c.req.valid("json");
      const place = pickDefined({ host: fields.host, alias: fields.alias });
      const draft = { fields: { ...place, input: toRecordInput(fields) }, errors };
      return answer(await createLink(c.get("service"), "short-url", draft), (views) => ({
        data: views.map((view) => toLinkShape(view, c.req.url)),
      }));
    },
  )
  .get(
    "/",
    endpoint({
      role: "viewer",
      tag,
      summary: "List short links and QR codes",
      answer: pageOf(LinkShape),
      errors: [422],
    }),
    query(RecordListQuery),
    async (c) => {
      const { filter, sort, ...page } = c.req.valid("query");
      const request = { filter: toFilter(filter, "link"), sort: toSort(sort), ...toPageRequest(page) };
      return answer(await listRecords(c.get("service"), request), ({ items, cursor }) => ({
        data: items.map((view) => toLinkShape(view, c.req.url)),
        meta: { cursor },
      }));
    },
  )
  .get(
    "/count",
    endpoint({
      role: "viewer",
      tag,
      summary: "Count short links and QR codes",
      answer: CountShape,
      errors: [422],
    }),
    query(FilterQuery),
    async (c) => {
      const filter = toFilter(c.req.valid("query").filter, "link");
      const { tally, isRefreshing } = await countRecords(c.get("service"), filter);
      return json({ ...tally, ...whileRefreshing(isRefreshing) });
    },
  )
  .get(
    "/:id",
    endpoint({
      role: "viewer",
      tag,
      summary: "Get a short link or QR code",
      answer: LinkShape,
      errors: [404],
    }),
    async (c) =>
      answer(await getRecord(c.get("service"), c.req.param("id"), "link"), (view) =>
        toLinkShape(view, c.req.url),
      ),
  )
  .put(
    "/:id",
    endpoint({
      role: "editor",
      tag,
      summary: "Change a short link or QR code",
      description: "Send only what changes; what a GET returned can be sent back as it is.",
      answer: LinkShape,
      errors: [400, 404, 413, 415, 422, 482],
    }),
    jsonBody(UpdateBody),
    async (c) => {
      const { fields, errors } = c.req.valid("json");
      const { host, alias, url, path, tld, file } = fields;
      const place = placeLink(pickDefined({ host, alias, url, path }));
      const input = { ...toRecordInput(fields), ...pickDefined({ file }) };
      const draft = { fields: { input, place, ...pickDefined({ tld }) }, errors };
      return answer(await updateRecord(c.get("service"), c.req.param("id"), "link", draft), (view) =>
        toLinkShape(view, c.req.url),
      );
    },
  )
  .delete(
    "/:id",
    endpoint({
      role: "editor",
      tag,
      summary: "Delete a short link or QR code",
      answer: DeletedShape,
      errors: [404, 422],
    }),
    async (c) =>
      answer(await deleteRecord(c.get("service"), c.req.param("id"), "link"), (data) => ({ data })),
  );

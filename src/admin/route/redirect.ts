import { Hono } from "hono";
import * as v from "valibot";
import { accepted, refused, type Parsed } from "../../domain/field-error.ts";
import { parseSourceUrl, splitSourceList } from "../../domain/parse-source.ts";
import { type HostedSource } from "../../domain/source.ts";
import { createRedirects } from "../../services/records/create-redirects.ts";
import { deleteRecord } from "../../services/records/delete-record.ts";
import { getRecord } from "../../services/records/get-record.ts";
import { placeRedirect } from "../../services/records/place.ts";
import { updateRecord } from "../../services/records/update-record.ts";
import { listRecords } from "../../services/records/list-records.ts";
import { endpoint, jsonBody, query } from "../endpoint.ts";
import { answer, type AdminEnv } from "../request-context.ts";
import { RecordListQuery, toFilter, toPageRequest, toSort } from "../schema/list.ts";
import { collectionOf, DeletedShape, pageOf, RedirectShape } from "../schema/shape.ts";
import { parseWith, stringField } from "../schema/parse-with.ts";
import { hostField, pickDefined, refusedField, settingFields, toRecordInput } from "../schema/record.ts";
import { toRedirectShape } from "../serialize/record.ts";

const MAX_SOURCES = 100;

const noShortLinkFields = {
  alias: refusedField("is for short links only"),
  qr: refusedField("is for short links only"),
  path: refusedField("is not taken here: send url"),
} as const;

const CreateBody = v.object({
  ...settingFields,
  ...noShortLinkFields,
  url: v.pipe(stringField, parseWith(parseSourceList)),
  host: v.optional(hostField),
  tld: refusedField("is not taken here"),
  file: refusedField("is not taken here"),
});

const UpdateBody = v.object({
  ...settingFields,
  ...noShortLinkFields,
  url: v.optional(v.pipe(stringField, parseWith(parseSourceUrl))),
  host: v.optional(hostField),
  tld: v.optional(stringField),
  file: refusedField("is not taken here"),
});

/** Parses one or several sources from one text (contract 12.5). */
function parseSourceList(text: string): Parsed<HostedSource[]> {
  const parts = splitSourceList(text);
  if (parts.length === 0) return refused("must name a hostname, with or without a path");
  if (parts.length > MAX_SOURCES) return refused(`must name at most ${MAX_SOURCES} sources`);
  const places: HostedSource[] = [];
  for (const part of parts) {
    const parsed = parseSourceUrl(part);
    if (!parsed.ok) return refused(parts.length === 1 ? parsed.reason : `${part}: ${parsed.reason}`);
    places.push(parsed.value);
  }
  return accepted(places);
}

const tag = "Redirects";

/** Routes of `/redirect`: redirects of whole hostnames and of single paths (contract 12.5 to 12.7). */
export const redirectRoutes = new Hono<AdminEnv>()
  .post(
    "/",
    endpoint({
      role: "editor",
      tag,
      summary: "Create redirects",
      description:
        "`url` names one or several sources, separated by white space or by a comma followed by white space. One that cannot be created fails the whole call.",
      answer: collectionOf(RedirectShape),
      errors: [400, 413, 415, 422, 482],
    }),
    jsonBody(CreateBody),
    async (c) => {
      const { fields, errors } = c.req.valid("json");
      const place = { places: fields.url ?? [], ...pickDefined({ host: fields.host }) };
      const draft = { fields: { ...place, input: toRecordInput(fields) }, errors };
      return answer(await createRedirects(c.get("service"), "redirect", draft), (views) => ({
        data: views.map((view) => toRedirectShape(view, c.req.url)),
      }));
    },
  )
  .get(
    "/",
    endpoint({
      role: "viewer",
      tag,
      summary: "List redirects",
      answer: pageOf(RedirectShape),
      errors: [422],
    }),
    query(RecordListQuery),
    async (c) => {
      const { filter, sort, ...page } = c.req.valid("query");
      const request = { filter: toFilter(filter, "redirect"), sort: toSort(sort), ...toPageRequest(page) };
      return answer(await listRecords(c.get("service"), request), ({ items, cursor }) => ({
        data: items.map((view) => toRedirectShape(view, c.req.url)),
        meta: { cursor },
      }));
    },
  )
  .get(
    "/:id",
    endpoint({ role: "viewer", tag, summary: "Get a redirect", answer: RedirectShape, errors: [404] }),
    async (c) =>
      answer(await getRecord(c.get("service"), c.req.param("id"), "redirect"), (view) =>
        toRedirectShape(view, c.req.url),
      ),
  )
  .put(
    "/:id",
    endpoint({
      role: "editor",
      tag,
      summary: "Change a redirect",
      description: "Send only what changes; `url` moves it.",
      answer: RedirectShape,
      errors: [400, 404, 413, 415, 422],
    }),
    jsonBody(UpdateBody),
    async (c) => {
      const { fields, errors } = c.req.valid("json");
      const { url, host, tld } = fields;
      const place = placeRedirect(pickDefined({ url, host }));
      const draft = { fields: { input: toRecordInput(fields), place, ...pickDefined({ tld }) }, errors };
      return answer(await updateRecord(c.get("service"), c.req.param("id"), "redirect", draft), (view) =>
        toRedirectShape(view, c.req.url),
      );
    },
  )
  .delete(
    "/:id",
    endpoint({ role: "editor", tag, summary: "Delete a redirect", answer: DeletedShape, errors: [404, 422] }),
    async (c) =>
      answer(await deleteRecord(c.get("service"), c.req.param("id"), "redirect"), (data) => ({ data })),
  );

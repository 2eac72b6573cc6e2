import { Hono } from "hono";
import * as v from "valibot";
import { accepted, refused, type Parsed } from "../../domain/field-error.ts";
import { parseSourceUrl, splitSourceList } from "../../domain/parse-source.ts";
import { type HostedSource } from "../../domain/source.ts";
import { createRedirects } from "../../services/record/create-redirects.ts";
import { deleteRecord } from "../../services/record/delete-record.ts";
import { getRecord } from "../../services/record/get-record.ts";
import { placeRedirect } from "../../domain/record-place.ts";
import { updateRecord } from "../../services/record/update-record.ts";
import { listRecords } from "../../services/record/list-records.ts";
import { endpoint, jsonBody, query } from "../endpoint.ts";
import { answer, type AdminEnv } from "../request-context.ts";
import { RecordListQuery, toFilter, toPageRequest, toSort } from "../schema/list.ts";
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

/** One or several sources in one text (section 9). */
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

/** Redirects of whole hostnames and single paths (contract: `/redirect`). */
export const redirectRoutes = new Hono<AdminEnv>()
  .post("/", endpoint("editor"), jsonBody(CreateBody), async (c) => {
    const { fields, errors } = c.req.valid("json");
    const place = { places: fields.url ?? [], ...pickDefined({ host: fields.host }) };
    const draft = { fields: { ...place, input: toRecordInput(fields) }, errors };
    return answer(await createRedirects(c.get("service"), "redirect", draft), (views) => ({
      data: views.map((view) => toRedirectShape(view, c.req.url)),
    }));
  })
  .get("/", endpoint("viewer"), query(RecordListQuery), async (c) => {
    const { filter, sort, ...page } = c.req.valid("query");
    const request = { filter: toFilter(filter, "redirect"), sort: toSort(sort), ...toPageRequest(page) };
    return answer(await listRecords(c.get("service"), request), ({ items, cursor }) => ({
      data: items.map((view) => toRedirectShape(view, c.req.url)),
      meta: { cursor },
    }));
  })
  .get("/:id", endpoint("viewer"), async (c) =>
    answer(await getRecord(c.get("service"), c.req.param("id"), "redirect"), (view) =>
      toRedirectShape(view, c.req.url),
    ),
  )
  .put("/:id", endpoint("editor"), jsonBody(UpdateBody), async (c) => {
    const { fields, errors } = c.req.valid("json");
    const { url, host, tld } = fields;
    const place = placeRedirect(pickDefined({ url, host }));
    const draft = { fields: { input: toRecordInput(fields), place, ...pickDefined({ tld }) }, errors };
    return answer(await updateRecord(c.get("service"), c.req.param("id"), "redirect", draft), (view) =>
      toRedirectShape(view, c.req.url),
    );
  })
  .delete("/:id", endpoint("editor"), async (c) =>
    answer(await deleteRecord(c.get("service"), c.req.param("id"), "redirect"), (data) => ({ data })),
  );

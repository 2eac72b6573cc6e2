import { refuse } from "../../domain/refusal/refusal.ts";
import { stringField, oneOf, parseWith, textOf } from "../schema/field.ts";
import { newApp } from "../new-app.ts";
import { HANDLERS } from "../../domain/handler.ts";
import { createRecord, createRedirects } from "../../services/record/create-record.ts";
import { getFacets, countRecords } from "../../services/record/counts.ts";
import { getRecord, withCreators, type RecordView } from "../../services/record/records.ts";
import { listHistory } from "../../services/record/list-records.ts";
import { pauseRecord, updateRecord } from "../../services/record/update-record.ts";
import type { ServiceContext } from "../../services/context.ts";
import type { Draft } from "../../services/result.ts";
import { toDraft } from "../body.ts";
import { ofRecords, query } from "../endpoint.ts";
import { etagOf } from "../etag.ts";
import { once } from "../once.ts";
import { answer, idOf, json, unwrap, type AdminContext, answerCountedPage } from "../request-context.ts";
import { FacetsQuery, ForceQuery, PageQuery, toFilter, toPageRequest, FilterQuery } from "../schema/list.ts";
import { keepPlace, placeLink, placeRedirect } from "../../domain/record-place.ts";
import {
  repeatedFields,
  hostField,
  qrFields,
  refusedField,
  settingFields,
  withShown,
  fileField,
  aliasField,
  linkUrlField,
  pathField,
} from "../schema/record.ts";
import { pickWritten, toNewRecordInput, toRecordInput } from "../schema/record-input.ts";
import { toFacetsShape, whileRefreshing } from "../serialize/counts.ts";
import { toHistoryShape } from "../serialize/history.ts";
import { toAnyRecordShape, toLinkShape, toRedirectShape } from "../serialize/record.ts";
import { recordRoutes } from "./record-routes.ts";
import { accepted, refused, type Parsed } from "../../domain/field-error.ts";
import { parseSourceUrl, splitSourceList } from "../../domain/parse-source.ts";
import type { HostedSource } from "../../domain/source.ts";
import * as v from "valibot";

/** The three resources that show records: `/link`, `/redirect` and `/links`. */

const anyText = v.optional(v.nullable(stringField));
const anyHost = v.optional(v.nullable(hostField));
const anyValue = v.optional(v.unknown());

/** Returns the schema of a body, which may be an answer that is sent back. */
function bodyOf<Entries extends v.ObjectEntries>(entries: Entries) {
  return withShown(entries, "record");
}

const created = {
  ...settingFields,
  ...qrFields,
  ...repeatedFields,
  has_password: anyValue,
  utm_template: v.optional(v.nullable(textOf(60))),
  host: hostField,
  alias: anyText,
  url: anyText,
  tld: anyText,
};

/** Fields that may only repeat the stored value are compared as text, not validated. */
const updated = {
  ...settingFields,
  ...qrFields,
  ...repeatedFields,
  host: anyText,
  alias: anyText,
  path: anyText,
  url: anyText,
  tld: anyText,
  file: anyValue,
};

const CreateLink = bodyOf({
  ...created,
  alias: v.optional(v.nullable(aliasField)),
  path: refusedField(refuse("not_taken_alias")),
  tld: refusedField(refuse("not_taken")),
  file: refusedField(refuse("not_taken_file_link")),
});

const UpdateLink = bodyOf({
  ...updated,
  host: anyHost,
  alias: v.optional(v.nullable(aliasField)),
  path: v.optional(v.nullable(pathField)),
  url: v.optional(v.nullable(linkUrlField)),
  file: fileField,
});

type LinkDraft = Draft<Partial<v.InferOutput<typeof CreateLink>>>;

/** Reads a body of `POST /link`. */
export function readNewLink(body: object): LinkDraft {
  return toDraft(body, CreateLink);
}

/** Creates a short link (`POST /link`). */
export function createLinkOf(ctx: ServiceContext, { fields, errors }: LinkDraft) {
  const { host, alias, url, handler, expired_at, paused_by, has_password } = fields;
  const place = pickWritten({ host, alias, url });
  const repeated = { handler, expired_at, paused_by, has_password };
  const draft = { ...place, handler: "short-url" as const, repeated, input: toNewRecordInput(fields) };
  return createRecord(ctx, { fields: draft, errors });
}

function toLinkEdit(written: Partial<v.InferOutput<typeof UpdateLink>>) {
  const { host, alias, url, path, tld, handler, expired_at, paused_by, ...fields } = written;
  const place = placeLink(pickWritten({ host, alias, url, path }));
  const input = toRecordInput(fields);
  return { input, place, repeated: { handler, expired_at, paused_by }, ...pickWritten({ tld }) };
}

/** Changes a short link by a body of `PUT /link/{id}`. @param versions the expected ones; any if absent */
export function updateLinkOf(ctx: ServiceContext, id: string, body: object, versions?: number[]) {
  const { fields, errors } = toDraft(body, UpdateLink);
  return updateRecord(ctx, id, "link", {
    fields: { ...toLinkEdit(fields), ...pickWritten({ versions }) },
    errors,
  });
}

/** Routes of `/link`: short links and QR codes. */
export const linkRoutes = newApp()
  // Before `/:id`, which would take `count` for an id.
  .get("/count", ofRecords("viewer"), query(FilterQuery), async (c) => {
    const filter = toFilter(c.req.valid("query").filter, "link");
    return answer(await countRecords(c.get("service"), filter), ({ tally, isRefreshing }) => ({
      ...tally,
      ...whileRefreshing(isRefreshing),
    }));
  })
  .route(
    "/",
    recordRoutes({
      family: "link",
      createBody: CreateLink,
      create: createLinkOf,
      updateBody: UpdateLink,
      toEdit: toLinkEdit,
      toShapes: (_, views, requestUrl) => views.map((view) => toLinkShape(view, requestUrl)),
    }),
  );

const MAX_SOURCES = 100;

const CreateRedirect = bodyOf({
  ...created,
  qr: refusedField(refuse("short_links_only")),
  path: refusedField(refuse("not_taken_url")),
  url: v.pipe(stringField, parseWith(parseSourceList)),
  host: anyHost,
  file: refusedField(refuse("not_taken")),
});

const UpdateRedirect = bodyOf({
  ...updated,
  host: anyHost,
  url: v.optional(v.nullable(v.pipe(stringField, parseWith(parseSourceUrl)))),
});

function parseSourceList(text: string): Parsed<HostedSource[]> {
  const parts = splitSourceList(text);
  if (parts.length === 0) return refused("names_host");
  if (parts.length > MAX_SOURCES) return refused("too_many_sources", { count: MAX_SOURCES });
  const places: HostedSource[] = [];
  for (const part of parts) {
    const parsed = parseSourceUrl(part);
    if (!parsed.ok)
      return parts.length === 1 ? parsed : refused("part_reason", { name: part, reason: parsed.reason });
    places.push(parsed.value);
  }
  return accepted(places);
}

/** Routes of `/redirect`: redirects of whole hostnames and of single paths. */
export const redirectRoutes = recordRoutes({
  family: "redirect",
  createBody: CreateRedirect,
  create(ctx, { fields, errors }) {
    const { url: places = [], host, alias, tld, handler, expired_at, paused_by, has_password } = fields;
    const repeated = { handler, expired_at, paused_by, has_password };
    const draft = { places, ...pickWritten({ host, alias, tld }), repeated, input: toNewRecordInput(fields) };
    return createRedirects(ctx, "redirect", { fields: draft, errors });
  },
  updateBody: UpdateRedirect,
  toEdit({ url, host, alias, path, tld, handler, file, expired_at, paused_by, ...fields }) {
    const place = placeRedirect(pickWritten({ url, host, alias, path }));
    const repeated = { handler, file, expired_at, paused_by };
    return { input: toRecordInput(fields), place, repeated, ...pickWritten({ tld }) };
  },
  toShapes: (_, views, requestUrl) => views.map((view) => toRedirectShape(view, requestUrl)),
});

const CreateRecord = bodyOf({
  ...created,
  handler: oneOf(HANDLERS),
  path: refusedField(refuse("not_taken_alias_url")),
  file: refusedField(refuse("not_taken_file")),
});

const UpdateRecord = bodyOf(updated);

async function toShapes(ctx: ServiceContext, views: RecordView[], requestUrl: string) {
  return (await withCreators(ctx, views)).map((view) => toAnyRecordShape(view, requestUrl));
}

async function setPaused(c: AdminContext, id: string, isPaused: boolean, isForced: boolean) {
  return answerRecord(c, unwrap(await pauseRecord(c.get("service"), id, isPaused, isForced)));
}

async function renderRecord(c: AdminContext) {
  return answerRecord(c, unwrap(await getRecord(c.get("service"), idOf(c))));
}

async function answerRecord(c: AdminContext, view: RecordView) {
  const [shape] = await toShapes(c.get("service"), [view], c.req.url);
  return json(shape as NonNullable<typeof shape>, etagOf(view));
}

/** Routes of `/links`: records of every handler. */
export const linksRoutes = newApp()
  // Before `/:id`, which would take `facets` for an id.
  .get("/facets", ofRecords("viewer"), query(FacetsQuery), async (c) => {
    const { filter, hosts_search, hosts_limit } = c.req.valid("query");
    const request = {
      filter: toFilter(filter),
      hosts: { search: hosts_search ?? "", limit: hosts_limit ?? 20 },
    };
    return answer(await getFacets(c.get("service"), request), toFacetsShape);
  })
  .route(
    "/",
    recordRoutes({
      family: undefined,
      createBody: CreateRecord,
      create(ctx, { fields, errors }) {
        const { handler, host, alias, url, tld, expired_at, paused_by, has_password } = fields;
        const place = pickWritten({ handler, host, alias, url, tld });
        const repeated = { expired_at, paused_by, has_password };
        return createRecord(ctx, { fields: { ...place, repeated, input: toNewRecordInput(fields) }, errors });
      },
      updateBody: UpdateRecord,
      toEdit({ host, alias, path, url, tld, handler, file, expired_at, paused_by, ...fields }) {
        const place = keepPlace(pickWritten({ host, alias, path, url }));
        const repeated = { handler, file, expired_at, paused_by };
        return { input: toRecordInput(fields), place, repeated, ...pickWritten({ tld }) };
      },
      toShapes,
    }),
  )
  .post("/:id/pause", ofRecords("editor"), query(ForceQuery), once(renderRecord), (c) =>
    setPaused(c, idOf(c), true, c.req.valid("query").force),
  )
  .post("/:id/resume", ofRecords("editor"), query(ForceQuery), once(renderRecord), (c) =>
    setPaused(c, idOf(c), false, c.req.valid("query").force),
  )
  .get("/:id/history", ofRecords("viewer"), query(PageQuery), async (c) => {
    const result = await listHistory(c.get("service"), idOf(c), toPageRequest(c.req.valid("query")));
    return answerCountedPage(result, toHistoryShape);
  });

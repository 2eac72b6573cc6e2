import { refuse } from "../../domain/refusal/refusal.ts";
import { stringField, oneOf } from "../schema/field.ts";
import { newApp } from "../new-app.ts";
import { HANDLERS } from "../../domain/handler.ts";
import { createRecord } from "../../services/record/create-record.ts";
import { getFacets } from "../../services/record/counts.ts";
import { getRecord, withCreators, type RecordView } from "../../services/record/records.ts";
import { listHistory } from "../../services/record/list-records.ts";
import { pauseRecord } from "../../services/record/update-record.ts";
import type { ServiceContext } from "../../services/context.ts";
import { query, within } from "../endpoint.ts";
import { etagOf } from "../etag.ts";
import { once } from "../once.ts";
import { answer, idOf, json, unwrap, type AdminContext } from "../request-context.ts";
import { FacetsQuery, ForceQuery, PageQuery, toFilter, toPageRequest } from "../schema/list.ts";
import { keepPlace } from "../../domain/record-place.ts";
import {
  repeatedFields,
  hostField,
  qrFields,
  refusedField,
  settingFields,
  withShown,
} from "../schema/record.ts";
import { pickWritten, toNewRecordInput, toRecordInput } from "../schema/record-input.ts";
import { RECORD_SHAPES } from "../schema/record-shape.ts";
import { toFacetsShape } from "../serialize/facets.ts";
import { toHistoryShape } from "../serialize/history.ts";
import { toAnyRecordShape } from "../serialize/record.ts";
import { recordRoutes } from "./record-routes.ts";
import * as v from "valibot";

const handlerField = oneOf(HANDLERS);

const CreateBody = withShown(
  {
    ...settingFields,
    ...qrFields,
    ...repeatedFields,
    has_password: v.optional(v.unknown()),
    handler: handlerField,
    host: hostField,
    alias: v.optional(v.nullable(stringField)),
    url: v.optional(v.nullable(stringField)),
    path: refusedField(refuse("not_taken_alias_url")),
    tld: v.optional(v.nullable(stringField)),
    file: refusedField(refuse("not_taken_file")),
  },
  ...RECORD_SHAPES,
);

/** Fields that may only repeat the stored value are compared as text, not validated. */
const UpdateBody = withShown(
  {
    ...settingFields,
    ...qrFields,
    ...repeatedFields,
    host: v.optional(v.nullable(stringField)),
    alias: v.optional(v.nullable(stringField)),
    path: v.optional(v.nullable(stringField)),
    url: v.optional(v.nullable(stringField)),
    tld: v.optional(v.nullable(stringField)),
    file: v.optional(v.unknown()),
  },
  ...RECORD_SHAPES,
);

async function toShapes(ctx: ServiceContext, views: RecordView[], requestUrl: string) {
  return (await withCreators(ctx, views)).map((view) => toAnyRecordShape(view, requestUrl));
}

async function setPaused(c: AdminContext, id: string, isPaused: boolean, force: string | undefined) {
  return answerRecord(c, unwrap(await pauseRecord(c.get("service"), id, isPaused, force === "true")));
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
  .get("/facets", within("viewer"), query(FacetsQuery), async (c) => {
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
      createBody: CreateBody,
      create(ctx, { fields, errors }) {
        const { handler, host, alias, url, tld, expired_at, paused_by, has_password } = fields;
        const place = pickWritten({ handler, host, alias, url, tld });
        const repeated = { expired_at, paused_by, has_password };
        return createRecord(ctx, { fields: { ...place, repeated, input: toNewRecordInput(fields) }, errors });
      },
      updateBody: UpdateBody,
      toEdit({ host, alias, path, url, tld, handler, file, expired_at, paused_by, ...fields }) {
        const place = keepPlace(pickWritten({ host, alias, path, url }));
        const repeated = { handler, file, expired_at, paused_by };
        return { input: toRecordInput(fields), place, repeated, ...pickWritten({ tld }) };
      },
      toShapes,
    }),
  )
  .post("/:id/pause", within("editor"), query(ForceQuery), once(renderRecord), (c) =>
    setPaused(c, idOf(c), true, c.req.valid("query").force),
  )
  .post("/:id/resume", within("editor"), query(ForceQuery), once(renderRecord), (c) =>
    setPaused(c, idOf(c), false, c.req.valid("query").force),
  )
  .get("/:id/history", within("viewer"), query(PageQuery), async (c) => {
    const result = await listHistory(c.get("service"), idOf(c), toPageRequest(c.req.valid("query")));
    return answer(result, ({ items, cursor, total }) => ({
      data: items.map(toHistoryShape),
      meta: { cursor: { ...cursor, total } },
    }));
  });

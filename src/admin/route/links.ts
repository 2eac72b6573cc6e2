import { newApp } from "../new-app.ts";
import { HANDLERS } from "../../domain/handler.ts";
import { createGeneric } from "../../services/record/create-generic.ts";
import { getFacets } from "../../services/record/get-facets.ts";
import { listHistory } from "../../services/record/list-history.ts";
import { pauseRecord } from "../../services/record/pause-record.ts";
import type { ServiceContext } from "../../services/context.ts";
import { endpoint, query } from "../endpoint.ts";
import { answer, json, unwrap, type AdminContext } from "../request-context.ts";
import { FacetsQuery, PageQuery, toFilter, toPageRequest } from "../schema/list.ts";
import { keepPlace } from "../../domain/record-place.ts";
import { withCreators } from "../../services/record/with-creators.ts";
import type { RecordView } from "../../services/record/types.ts";
import { stringField } from "../schema/field.ts";
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
import { recordRoutes } from "./record-routes.ts";
import * as v from "valibot";

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

/** Fields that may only repeat the stored value are compared as text, not validated. */
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

async function toShapes(ctx: ServiceContext, views: RecordView[], requestUrl: string) {
  return (await withCreators(ctx, views)).map((view) => toGenericShape(view, requestUrl));
}

async function setPaused(c: AdminContext, id: string, isPaused: boolean) {
  const view = unwrap(await pauseRecord(c.get("service"), id, isPaused));
  const [shape] = await toShapes(c.get("service"), [view], c.req.url);
  return json(shape as NonNullable<typeof shape>);
}

/** `/links`: records of every handler. */
export const linksRoutes = newApp()
  // Before `/:id`, which would take `facets` for an id.
  .get("/facets", endpoint("viewer"), query(FacetsQuery), async (c) => {
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
      runtime: undefined,
      createBody: CreateBody,
      create(ctx, { fields, errors }) {
        const { handler, host, alias, url } = fields;
        const place = pickDefined({ handler, host, alias, url });
        return createGeneric(ctx, { fields: { ...place, input: toRecordInput(fields) }, errors });
      },
      updateBody: UpdateBody,
      toEdit({ handler, host, alias, path, url, tld, file, ...fields }) {
        const place = keepPlace(pickDefined({ handler, host, alias, path, url, file }));
        return { input: toRecordInput(fields), place, ...pickDefined({ tld }) };
      },
      toShapes,
    }),
  )
  .post("/:id/pause", endpoint("editor"), (c) => setPaused(c, c.req.param("id"), true))
  .post("/:id/resume", endpoint("editor"), (c) => setPaused(c, c.req.param("id"), false))
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

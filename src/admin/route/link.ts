import { newApp } from "../new-app.ts";
import { createLink } from "../../services/record/create-link.ts";
import { countRecords } from "../../services/record/count-records.ts";
import { endpoint, query } from "../endpoint.ts";
import { answer } from "../request-context.ts";
import { FilterQuery, toFilter } from "../schema/list.ts";
import { placeLink } from "../../domain/record-place.ts";
import { stringField, textOf } from "../schema/field.ts";
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
import { recordRoutes } from "./record-routes.ts";
import * as v from "valibot";

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

/** `/link`: short links and QR codes. */
export const linkRoutes = newApp()
  // Before `/:id`, which would take `count` for an id.
  .get("/count", endpoint("viewer"), query(FilterQuery), async (c) => {
    const filter = toFilter(c.req.valid("query").filter, "link");
    return answer(await countRecords(c.get("service"), filter), ({ tally, isRefreshing }) => ({
      ...tally,
      ...whileRefreshing(isRefreshing),
    }));
  })
  .route(
    "/",
    recordRoutes({
      runtime: "link",
      createBody: CreateBody,
      create(ctx, { fields, errors }) {
        const place = pickDefined({ host: fields.host, alias: fields.alias });
        return createLink(ctx, "short-url", { fields: { ...place, input: toRecordInput(fields) }, errors });
      },
      updateBody: UpdateBody,
      toEdit({ host, alias, url, path, tld, file, ...fields }) {
        const place = placeLink(pickDefined({ host, alias, url, path }));
        const input = { ...toRecordInput(fields), ...pickDefined({ file }) };
        return { input, place, ...pickDefined({ tld }) };
      },
      toShapes: (_, views, requestUrl) => views.map((view) => toLinkShape(view, requestUrl)),
    }),
  );

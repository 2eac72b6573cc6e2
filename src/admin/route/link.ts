import { refuse } from "../../domain/refusal/refusal.ts";
import { newApp } from "../new-app.ts";
import { createRecord } from "../../services/record/create-record.ts";
import { countRecords } from "../../services/record/counts.ts";
import { query, within } from "../endpoint.ts";
import { answer } from "../request-context.ts";
import { FilterQuery, toFilter } from "../schema/list.ts";
import { placeLink } from "../../domain/record-place.ts";
import { stringField } from "../schema/field.ts";
import {
  fileField,
  aliasField,
  repeatedFields,
  hostField,
  linkUrlField,
  pathField,
  qrFields,
  refusedField,
  settingFields,
  withShown,
} from "../schema/record.ts";
import { pickWritten, toNewRecordInput, toRecordInput } from "../schema/record-input.ts";
import { RECORD_SHAPES } from "../schema/record-shape.ts";
import { toLinkShape } from "../serialize/record.ts";
import { whileRefreshing } from "../serialize/refreshing.ts";
import { recordRoutes } from "./record-routes.ts";
import * as v from "valibot";

const CreateBody = withShown(
  {
    ...settingFields,
    ...qrFields,
    ...repeatedFields,
    has_password: v.optional(v.unknown()),
    host: hostField,
    alias: v.optional(v.nullable(aliasField)),
    url: v.optional(v.nullable(stringField)),
    path: refusedField(refuse("not_taken_alias")),
    tld: refusedField(refuse("not_taken")),
    file: refusedField(refuse("not_taken_file_link")),
  },
  ...RECORD_SHAPES,
);

const UpdateBody = withShown(
  {
    ...settingFields,
    ...qrFields,
    ...repeatedFields,
    host: v.optional(v.nullable(hostField)),
    alias: v.optional(v.nullable(aliasField)),
    url: v.optional(v.nullable(linkUrlField)),
    path: v.optional(v.nullable(pathField)),
    tld: v.optional(v.nullable(stringField)),
    file: fileField,
  },
  ...RECORD_SHAPES,
);

/** Routes of `/link`: short links and QR codes. */
export const linkRoutes = newApp()
  // Before `/:id`, which would take `count` for an id.
  .get("/count", within("viewer"), query(FilterQuery), async (c) => {
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
      createBody: CreateBody,
      create(ctx, { fields, errors }) {
        const { host, alias, url, handler, expired_at, paused_by, has_password } = fields;
        const place = pickWritten({ host, alias, url });
        const repeated = { handler, expired_at, paused_by, has_password };
        const draft = { ...place, handler: "short-url" as const, repeated, input: toNewRecordInput(fields) };
        return createRecord(ctx, { fields: draft, errors });
      },
      updateBody: UpdateBody,
      toEdit({ host, alias, url, path, tld, handler, expired_at, paused_by, ...fields }) {
        const place = placeLink(pickWritten({ host, alias, url, path }));
        const input = toRecordInput(fields);
        return { input, place, repeated: { handler, expired_at, paused_by }, ...pickWritten({ tld }) };
      },
      toShapes: (_, views, requestUrl) => views.map((view) => toLinkShape(view, requestUrl)),
    }),
  );

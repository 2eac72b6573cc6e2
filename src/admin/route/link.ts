import { Hono } from "hono";
import * as v from "valibot";
import { createLink } from "../../services/records/create-link.ts";
import { deleteRecord } from "../../services/records/delete-record.ts";
import { getRecord } from "../../services/records/get-record.ts";
import { placeLink } from "../../services/records/place.ts";
import { updateRecord } from "../../services/records/update-record.ts";
import { readDraft } from "../body.ts";
import { answer, serviceFor, type AdminEnv } from "../request-context.ts";
import { textOf, stringField } from "../schema/parse-with.ts";
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
  .post("/", async (c) => {
    const service = serviceFor(c, "editor");
    const { fields, errors } = await readDraft(c, CreateBody);
    const input = toRecordInput(fields);
    const draft = { fields: { ...pickDefined({ host: fields.host, alias: fields.alias }), input }, errors };
    return answer(await createLink(service, "short-url", draft), (views) => ({
      data: views.map((view) => toLinkShape(view, c.req.url)),
    }));
  })
  .get("/:id", async (c) => {
    const result = await getRecord(serviceFor(c, "viewer"), c.req.param("id"), "link");
    return answer(result, (view) => toLinkShape(view, c.req.url));
  })
  .put("/:id", async (c) => {
    const service = serviceFor(c, "editor");
    const { fields, errors } = await readDraft(c, UpdateBody);
    const { host, alias, url, path, tld, file } = fields;
    const place = placeLink(pickDefined({ host, alias, url, path, tld }));
    const input = { ...toRecordInput(fields), ...pickDefined({ file }) };
    const result = await updateRecord(service, c.req.param("id"), "link", {
      fields: { input, place },
      errors,
    });
    return answer(result, (view) => toLinkShape(view, c.req.url));
  })
  .delete("/:id", async (c) => {
    const result = await deleteRecord(serviceFor(c, "editor"), c.req.param("id"), "link");
    return answer(result, (data) => ({ data }));
  });

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
import { readDraft } from "../body.ts";
import { answer, serviceFor, type AdminEnv } from "../request-context.ts";
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
  .post("/", async (c) => {
    const service = serviceFor(c, "editor");
    const { fields, errors } = await readDraft(c, CreateBody);
    const input = toRecordInput(fields);
    const draft = {
      fields: { places: fields.url ?? [], input, ...pickDefined({ host: fields.host }) },
      errors,
    };
    return answer(await createRedirects(service, "redirect", draft), (views) => ({
      data: views.map((view) => toRedirectShape(view, c.req.url)),
    }));
  })
  .get("/:id", async (c) => {
    const result = await getRecord(serviceFor(c, "viewer"), c.req.param("id"), "redirect");
    return answer(result, (view) => toRedirectShape(view, c.req.url));
  })
  .put("/:id", async (c) => {
    const service = serviceFor(c, "editor");
    const { fields, errors } = await readDraft(c, UpdateBody);
    const place = placeRedirect(pickDefined({ url: fields.url, host: fields.host, tld: fields.tld }));
    const edit = { input: toRecordInput(fields), place };
    const result = await updateRecord(service, c.req.param("id"), "redirect", { fields: edit, errors });
    return answer(result, (view) => toRedirectShape(view, c.req.url));
  })
  .delete("/:id", async (c) => {
    const result = await deleteRecord(serviceFor(c, "editor"), c.req.param("id"), "redirect");
    return answer(result, (data) => ({ data }));
  });

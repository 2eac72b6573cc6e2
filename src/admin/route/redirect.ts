import * as v from "valibot";
import { accepted, refused, type Parsed } from "../../domain/field-error.ts";
import { parseSourceUrl, splitSourceList } from "../../domain/parse-source.ts";
import { createRedirects } from "../../services/record/create-redirects.ts";
import type { HostedSource } from "../../domain/source.ts";
import { placeRedirect } from "../../domain/record-place.ts";
import { parseWith, stringField } from "../schema/field.ts";
import { hostField, pickDefined, refusedField, settingFields, toRecordInput } from "../schema/record.ts";
import { toRedirectShape } from "../serialize/record.ts";
import { recordRoutes } from "./record-routes.ts";

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

/** `/redirect`: redirects of whole hostnames and of single paths. */
export const redirectRoutes = recordRoutes({
  runtime: "redirect",
  createBody: CreateBody,
  create(ctx, { fields, errors }) {
    const place = { places: fields.url ?? [], ...pickDefined({ host: fields.host }) };
    return createRedirects(ctx, "redirect", { fields: { ...place, input: toRecordInput(fields) }, errors });
  },
  updateBody: UpdateBody,
  toEdit({ url, host, tld, ...fields }) {
    const place = placeRedirect(pickDefined({ url, host }));
    return { input: toRecordInput(fields), place, ...pickDefined({ tld }) };
  },
  toShapes: (_, views, requestUrl) => views.map((view) => toRedirectShape(view, requestUrl)),
});

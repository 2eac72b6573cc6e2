import { refuse } from "../../domain/refusal/refusal.ts";
import * as v from "valibot";
import { accepted, refused, type Parsed } from "../../domain/field-error.ts";
import { parseSourceUrl, splitSourceList } from "../../domain/parse-source.ts";
import { createRedirects } from "../../services/record/create-record.ts";
import type { HostedSource } from "../../domain/source.ts";
import { placeRedirect } from "../../domain/record-place.ts";
import { parseWith, stringField } from "../schema/field.ts";
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
import { toRedirectShape } from "../serialize/record.ts";
import { recordRoutes } from "./record-routes.ts";

const MAX_SOURCES = 100;

const CreateBody = withShown(
  {
    ...settingFields,
    ...repeatedFields,
    has_password: v.optional(v.unknown()),
    alias: v.optional(v.nullable(stringField)),
    qr: refusedField(refuse("short_links_only")),
    path: refusedField(refuse("not_taken_url")),
    url: v.pipe(stringField, parseWith(parseSourceList)),
    host: v.optional(v.nullable(hostField)),
    tld: v.optional(v.nullable(stringField)),
    file: refusedField(refuse("not_taken")),
  },
  ...RECORD_SHAPES,
);

const UpdateBody = withShown(
  {
    ...settingFields,
    ...qrFields,
    ...repeatedFields,
    url: v.optional(v.nullable(v.pipe(stringField, parseWith(parseSourceUrl)))),
    host: v.optional(v.nullable(hostField)),
    alias: v.optional(v.nullable(stringField)),
    path: v.optional(v.nullable(stringField)),
    tld: v.optional(v.nullable(stringField)),
    file: v.optional(v.unknown()),
  },
  ...RECORD_SHAPES,
);

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
  createBody: CreateBody,
  create(ctx, { fields, errors }) {
    const { url: places = [], host, alias, tld, handler, expired_at, paused_by, has_password } = fields;
    const repeated = { handler, expired_at, paused_by, has_password };
    const draft = { places, ...pickWritten({ host, alias, tld }), repeated, input: toNewRecordInput(fields) };
    return createRedirects(ctx, "redirect", { fields: draft, errors });
  },
  updateBody: UpdateBody,
  toEdit({ url, host, alias, path, tld, handler, file, expired_at, paused_by, ...fields }) {
    const place = placeRedirect(pickWritten({ url, host, alias, path }));
    const repeated = { handler, file, expired_at, paused_by };
    return { input: toRecordInput(fields), place, repeated, ...pickWritten({ tld }) };
  },
  toShapes: (_, views, requestUrl) => views.map((view) => toRedirectShape(view, requestUrl)),
});

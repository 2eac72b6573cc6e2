import { refuse } from "../../domain/refusal/refusal.ts";
import { message, parseWith, stringField, oneOf } from "./field.ts";
import type { Hostname } from "../../domain/hostname.ts";
import * as v from "valibot";
import { parseAlias } from "../../domain/alias.ts";
import { addFieldError, type FieldErrors } from "../../domain/field-error.ts";
import { HANDLERS, familyOf } from "../../domain/handler.ts";
import { parseAliasUrl } from "../../domain/parse-source.ts";
import { parsePasswordHash } from "../../domain/password-hash.ts";
import { aliasOf, placeNewLink, placeNewRedirect } from "../../domain/record-place.ts";
import { OF_LINKS } from "../../domain/repeated-field.ts";
import { aliasSource, type HostedSource } from "../../domain/source.ts";
import { parseTimestamp } from "../../domain/timestamp.ts";
import type { ImportRow } from "../../services/change/types.ts";
import type { Draft } from "../../services/result.ts";
import { toDraft } from "../body.ts";
import {
  fileField,
  repeatedFields,
  hostField,
  qrFields,
  refusedField,
  settingFields,
  withShown,
} from "./record.ts";
import { pickWritten, toRecordInput } from "./record-input.ts";

/** Rows of imports and changes. */

const clicksField = v.pipe(
  v.number(message("not_number")),
  v.integer(message("not_whole_number")),
  v.minValue(0, message("below_zero")),
  v.maxValue(Number.MAX_SAFE_INTEGER, message("too_large")),
);

export const Row = withShown(
  {
    ...settingFields,
    ...qrFields,
    ...repeatedFields,
    has_password: v.optional(v.unknown()),
    handler: v.optional(v.nullable(oneOf(HANDLERS))),
    url: v.optional(v.nullable(stringField)),
    host: v.optional(v.nullable(hostField)),
    alias: v.optional(v.nullable(stringField)),
    file: fileField,
    created_at: v.optional(v.nullable(v.pipe(stringField, parseWith(parseTimestamp)))),
    clicks_before: v.optional(v.nullable(clicksField)),
    password_hash: v.optional(v.nullable(v.pipe(stringField, parseWith(parsePasswordHash)))),
    password: refusedField(refuse("not_taken_import")),
  },
  "record",
);

/** Parses a row. Without a `handler`, a row with an `alias` is a short link, and one with only `url` a redirect. */
export function readRow(row: unknown): Draft<ImportRow> {
  const nothing = { handler: "redirect", place: null, held: {}, input: {} } as const;
  if (!isObject(row)) return { fields: nothing, errors: { row: [refuse("not_object")] } };
  const { fields, errors } = toDraft(row, Row);
  const { handler: named, file, expired_at, paused_by, has_password } = fields;
  const isAliasGiven = row["alias"] !== undefined && row["alias"] !== null;
  const handler = named ?? (isAliasGiven ? "short-url" : "redirect");
  const written = pickWritten({ host: fields.host, alias: fields.alias, url: fields.url });
  const isLink = familyOf(handler) === "link";
  if (!isLink && !isPresent(row, "url")) {
    addFieldError(
      errors,
      "url",
      named === "redirect" || named === "migration" ? refuse("required") : NO_PLACE,
    );
  }
  const read = isLink ? readLinkPlace : readRedirectPlace;
  if (!isLink && typeof file === "string") addFieldError(errors, "file", OF_LINKS);
  const held = { handler: named, expired_at, paused_by, has_password };
  const input = toRecordInput({ ...fields, password: undefined });
  const origin = pickWritten({
    createdAtMs: fields.created_at,
    clicksBefore: fields.clicks_before,
    passwordHash: fields.password_hash,
  });
  return { fields: { handler, place: read(row, written, errors), held, input, origin }, errors };
}

const NO_PLACE = refuse("or_host_and_alias");

type WrittenPlace = { host?: Hostname; alias?: string; url?: string };

function readLinkPlace(row: object, written: WrittenPlace, errors: FieldErrors): HostedSource | null {
  const alias = written.alias === undefined ? null : parseAlias(written.alias);
  if (alias?.ok === false) addFieldError(errors, "alias", alias.reason);
  const { host, url } = written;
  const parsed = { ...pickWritten({ host, url }), ...(alias?.ok === true && { alias: alias.value }) };
  const place = placeNewLink(parsed, errors);
  const fromUrl = url === undefined ? null : parseAliasUrl(url);
  const known = place.host ?? (fromUrl?.ok === true ? fromUrl.value.host : undefined);
  if (known === undefined && !isPresent(row, "host")) addFieldError(errors, "host", refuse("required"));
  if (place.alias === undefined && !isPresent(row, "alias") && url === undefined)
    addFieldError(errors, "alias", refuse("required"));
  if (known === undefined || place.alias === undefined) return null;
  return { host: known, source: aliasSource(place.alias) };
}

function readRedirectPlace(
  row: object,
  { host, alias, url }: WrittenPlace,
  errors: FieldErrors,
): HostedSource | null {
  if (url === undefined) return null;
  const place = placeNewRedirect({ url, ...pickWritten({ host }) }, errors);
  if (place !== null && alias !== undefined && alias !== aliasOf(place.source))
    addFieldError(errors, "alias", OF_LINKS);
  return place;
}

function isObject(row: unknown): row is Record<string, unknown> {
  return typeof row === "object" && row !== null && !Array.isArray(row);
}

function isPresent(row: object, field: string): boolean {
  return Object.hasOwn(row, field);
}

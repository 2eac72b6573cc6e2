import { newApp } from "../new-app.ts";
import type { DestinationChange } from "../../domain/destination-change.ts";
import { addFieldError, hasFieldErrors, type FieldErrors } from "../../domain/field-error.ts";
import { HANDLERS, runtimeOf } from "../../domain/handler.ts";
import { parseAlias } from "../../domain/alias.ts";
import { isEmptyFilter } from "../../domain/record-filter.ts";
import { aliasOf, placeNewLink, placeNewRedirect } from "../../domain/record-place.ts";
import { aliasSource, type HostedSource } from "../../domain/source.ts";
import { parseAliasUrl } from "../../domain/parse-source.ts";
import { importRows } from "../../services/record/import-rows.ts";
import type { ImportRow, RowResult } from "../../services/record/types.ts";
import type { ServiceContext } from "../../services/context.ts";
import { summarizeBulk } from "../../services/record/summarize-bulk.ts";
import { invalid, type Draft } from "../../services/result.ts";
import { toDraft } from "../body.ts";
import { endpoint, jsonBody, optionalJsonBody, query } from "../endpoint.ts";
import { toHttpError } from "../error.ts";
import { once } from "../once.ts";
import { answer, json, type AdminContext } from "../request-context.ts";
import { filterField, FilterQuery, sortField, toFilter, toSort } from "../schema/list.ts";
import { objectOf, recordOf, stringField, textOf } from "../schema/field.ts";
import { toSummaryShape } from "../serialize/summary.ts";
import {
  heldFields,
  hostField,
  pickDefined,
  pickWritten,
  qrFields,
  refusedField,
  settingFields,
  toRecordInput,
  withShown,
} from "../schema/record.ts";
import { RECORD_SHAPES } from "../schema/record-shape.ts";
import * as v from "valibot";

const MAX_IMPORT_BYTES = 8 * 1024 * 1024;
/** Rows of one import. */
export const MAX_ROWS = 5_000;

const ImportBody = v.object({
  mode: v.optional(v.picklist(["create", "upsert"], "must be create or upsert"), "create"),
  rows: v.pipe(
    v.array(v.unknown(), "must be an array of objects"),
    v.maxLength(MAX_ROWS, `must have at most ${MAX_ROWS} entries`),
  ),
});

export const Row = withShown(
  {
    ...settingFields,
    ...qrFields,
    ...heldFields,
    has_password: v.optional(v.unknown()),
    handler: v.optional(v.nullable(v.picklist(HANDLERS, `must be one of ${HANDLERS.join(", ")}`))),
    url: v.optional(v.nullable(stringField)),
    host: v.optional(v.nullable(hostField)),
    alias: v.optional(v.nullable(stringField)),
    file: refusedField("is not taken in an import"),
    password: refusedField("is not taken in an import: each costs as much as a thousand rows"),
  },
  ...RECORD_SHAPES,
);

const SummaryBody = v.object({
  filter: v.optional(filterField),
  sort: v.optional(sortField),
  destination_find: v.optional(textOf(2048)),
  destination_replace: v.optional(textOf(2048)),
  destination_params: v.optional(
    objectOf(
      {
        set: v.optional(recordOf(textOf(2048), "must be an object of strings")),
        remove: v.optional(v.array(stringField, "must be an array of names")),
      },
      "must be an object with set and remove",
    ),
  ),
});

/** Reads and writes of many records at once. */
export const bulkRoutes = newApp()
  .post(
    "/import",
    endpoint("editor"),
    once(renderImport),
    jsonBody(ImportBody, MAX_IMPORT_BYTES),
    async (c) => {
      const { fields, errors } = c.req.valid("json");
      if (fields.mode === undefined || fields.rows === undefined || hasFieldErrors(errors)) {
        throw toHttpError(invalid(errors).error);
      }
      const service: ServiceContext = { ...c.get("service"), channel: "import" };
      return answer(await importRows(service, fields.mode, fields.rows.map(readRow)), toImportShape);
    },
  )
  .post(
    "/summary",
    endpoint("viewer"),
    once(),
    query(FilterQuery),
    optionalJsonBody(SummaryBody),
    async (c) => {
      const { fields, errors } = c.req.valid("json");
      const parameters = c.req.valid("query");
      const filter = toFilter({ ...fields.filter, ...parameters.filter });
      if (isEmptyFilter(filter)) addFieldError(errors, "filter", "at least one filter must carry a value");
      const change = toChange(fields, errors);
      if (hasFieldErrors(errors)) throw toHttpError(invalid(errors).error);
      const sort = toSort(parameters.sort ?? fields.sort);
      return answer(await summarizeBulk(c.get("service"), { filter, sort, change }), (summary) =>
        toSummaryShape(summary, c.req.url),
      );
    },
  );

function renderImport(_: AdminContext, result: unknown) {
  return json(toImportShape((result as { results: RowResult[] }).results));
}

function toImportShape(results: RowResult[]) {
  return { data: results.map((result, row) => ({ row, ...result })), meta: countResults(results) };
}

function toChange(
  { destination_find, destination_replace, destination_params }: Partial<v.InferOutput<typeof SummaryBody>>,
  errors: FieldErrors,
): DestinationChange | null {
  if ((destination_find === undefined) !== (destination_replace === undefined)) {
    const missing = destination_find === undefined ? "destination_find" : "destination_replace";
    addFieldError(errors, missing, "is required: find and replace go together");
  }
  if (destination_find === "") addFieldError(errors, "destination_find", "must not be empty");
  if (destination_find === undefined && destination_params === undefined) return null;
  const { set = {}, remove = [] } = destination_params ?? {};
  return {
    ...pickDefined({ find: destination_find, replace: destination_replace }),
    ...(destination_params !== undefined && { params: { set, remove } }),
  };
}

/** A row is what its `handler` says, else with an `alias` a short link, and with `url` alone a redirect. */
function readRow(row: unknown): Draft<ImportRow> {
  const nothing = { handler: "redirect", place: null, held: {}, input: {} } as const;
  if (!isObject(row)) return { fields: nothing, errors: { row: ["must be an object"] } };
  const { fields, errors } = toDraft(row, Row);
  const { handler: named, expired_at, paused_by, has_password } = fields;
  const isAliasGiven = row["alias"] !== undefined && row["alias"] !== null;
  const handler = named ?? (isAliasGiven ? "short-url" : "redirect");
  const written = pickWritten({ host: fields.host, alias: fields.alias, url: fields.url });
  const read = runtimeOf(handler) === "link" ? readLinkPlace : readRedirectPlace;
  const held = { handler: named, expired_at, paused_by, has_password };
  const input = toRecordInput({ ...fields, password: undefined });
  return { fields: { handler, place: read(row, written, errors), held, input }, errors };
}

type WrittenPlace = { host?: string; alias?: string; url?: string };

function readLinkPlace(row: object, written: WrittenPlace, errors: FieldErrors): HostedSource | null {
  const alias = written.alias === undefined ? null : parseAlias(written.alias);
  if (alias?.ok === false) addFieldError(errors, "alias", alias.reason);
  const { host, url } = written;
  const parsed = { ...pickWritten({ host, url }), ...(alias?.ok === true && { alias: alias.value }) };
  const place = placeNewLink(parsed, errors);
  const fromUrl = url === undefined ? null : parseAliasUrl(url);
  const known = place.host ?? (fromUrl?.ok === true ? fromUrl.value.host : undefined);
  if (known === undefined && !isPresent(row, "host")) addFieldError(errors, "host", "is required");
  if (place.alias === undefined && !isPresent(row, "alias") && url === undefined)
    addFieldError(errors, "alias", "is required");
  if (known === undefined || place.alias === undefined) return null;
  return { host: known, source: aliasSource(place.alias) };
}

function readRedirectPlace(
  row: object,
  { host, alias, url }: WrittenPlace,
  errors: FieldErrors,
): HostedSource | null {
  if (!isPresent(row, "url")) addFieldError(errors, "url", "is required, or host and alias");
  if (url === undefined) return null;
  const place = placeNewRedirect({ url, ...pickWritten({ host }) }, errors);
  if (place !== null && alias !== undefined && alias !== aliasOf(place.source))
    addFieldError(errors, "alias", "is for short links only");
  return place;
}

function isObject(row: unknown): row is Record<string, unknown> {
  return typeof row === "object" && row !== null && !Array.isArray(row);
}

function isPresent(row: object, field: string): boolean {
  return Object.hasOwn(row, field);
}

function countResults(results: RowResult[]): Record<RowResult["result"], number> {
  const counts = { created: 0, updated: 0, unchanged: 0, failed: 0 };
  for (const { result } of results) counts[result]++;
  return counts;
}

import { newApp } from "../new-app.ts";
import type { DestinationChange } from "../../domain/destination-change.ts";
import { addFieldError, hasFieldErrors, type FieldErrors } from "../../domain/field-error.ts";
import { isEmptyFilter } from "../../domain/record-filter.ts";
import { aliasSource } from "../../domain/source.ts";
import { parseSourceUrl } from "../../domain/parse-source.ts";
import { importRows } from "../../services/record/import-rows.ts";
import type { ImportRow, RowResult } from "../../services/record/types.ts";
import type { ServiceContext } from "../../services/context.ts";
import { summarizeBulk } from "../../services/record/summarize-bulk.ts";
import { invalid, type Draft } from "../../services/result.ts";
import { toDraft } from "../body.ts";
import { endpoint, jsonBody, optionalJsonBody, query } from "../endpoint.ts";
import { toHttpError } from "../error.ts";
import { answer } from "../request-context.ts";
import { filterField, FilterQuery, sortField, toFilter, toSort } from "../schema/list.ts";
import { objectOf, parseWith, recordOf, stringField, textOf } from "../schema/field.ts";
import { toSummaryShape } from "../serialize/summary.ts";
import {
  aliasField,
  hostField,
  pickDefined,
  qrFields,
  refusedField,
  settingFields,
  toRecordInput,
} from "../schema/record.ts";
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

const Row = objectOf(
  {
    ...settingFields,
    ...qrFields,
    url: v.optional(v.pipe(stringField, parseWith(parseSourceUrl))),
    host: v.optional(hostField),
    alias: v.optional(aliasField),
    file: refusedField("is not taken in an import"),
    password: refusedField("is not taken in an import: each costs as much as a thousand rows"),
  },
  "must be an object",
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
  .post("/import", endpoint("editor"), jsonBody(ImportBody, MAX_IMPORT_BYTES), async (c) => {
    const { fields, errors } = c.req.valid("json");
    if (fields.mode === undefined || fields.rows === undefined || hasFieldErrors(errors)) {
      throw toHttpError(invalid(errors).error);
    }
    const service: ServiceContext = { ...c.get("service"), channel: "import" };
    return answer(await importRows(service, fields.mode, fields.rows.map(readRow)), (results) => ({
      data: results.map((result, row) => ({ row, ...result })),
      meta: countResults(results),
    }));
  })
  .post("/summary", endpoint("viewer"), query(FilterQuery), optionalJsonBody(SummaryBody), async (c) => {
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
  });

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

/** With `url` a row is a redirect, with `host` and `alias` a short link. */
function readRow(row: unknown): Draft<ImportRow> {
  const { fields, errors } = toDraft(row, Row);
  const { url, host, alias } = fields;
  const isShortLink = isPresent(row, "alias");
  const input = toRecordInput({ ...fields, password: undefined });
  if (isShortLink) {
    if (isPresent(row, "url")) addFieldError(errors, "url", "a row is a short link or a redirect, not both");
    if (!isPresent(row, "host")) addFieldError(errors, "host", "is required");
    const place = host === undefined || alias === undefined ? null : { host, source: aliasSource(alias) };
    return { fields: { handler: "short-url", place, input }, errors };
  }
  if (!isPresent(row, "url")) addFieldError(errors, "url", "is required, or host and alias");
  if (url !== undefined && host !== undefined && host !== url.host)
    addFieldError(errors, "host", "is not the hostname of url");
  return { fields: { handler: "redirect", place: url ?? null, input }, errors };
}

function isPresent(row: unknown, field: string): boolean {
  return typeof row === "object" && row !== null && Object.hasOwn(row, field);
}

function countResults(results: RowResult[]): Record<RowResult["result"], number> {
  const counts = { created: 0, updated: 0, unchanged: 0, failed: 0 };
  for (const { result } of results) counts[result]++;
  return counts;
}

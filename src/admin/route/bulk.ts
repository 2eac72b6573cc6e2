import { Hono } from "hono";
import * as v from "valibot";
import { addFieldError } from "../../domain/field-error.ts";
import { aliasSource } from "../../domain/source.ts";
import { parseSourceUrl } from "../../domain/parse-source.ts";
import { importRows, type ImportRow, type RowResult } from "../../services/import/import-rows.ts";
import { invalid, type Draft } from "../../services/result.ts";
import { readJsonObject, toDraft } from "../body.ts";
import { jsonResponse, toHttpError } from "../error.ts";
import { serviceFor, type AdminEnv } from "../request-context.ts";
import { parseWith, stringField } from "../schema/parse-with.ts";
import {
  aliasField,
  hostField,
  qrFields,
  refusedField,
  settingFields,
  toRecordInput,
} from "../schema/record.ts";

const MAX_IMPORT_BYTES = 8 * 1024 * 1024;
const MAX_ROWS = 5_000;

const ImportBody = v.object({
  mode: v.optional(v.picklist(["create", "upsert"], "must be create or upsert"), "create"),
  rows: v.pipe(
    v.array(v.unknown(), "must be an array of objects"),
    v.maxLength(MAX_ROWS, `must have at most ${MAX_ROWS} entries`),
  ),
});

const Row = v.object(
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

/** Writes of many records at once. */
export const bulkRoutes = new Hono<AdminEnv>().post("/import", async (c) => {
  const service = serviceFor(c, "editor", "import");
  const { fields, errors } = toDraft(await readJsonObject(c, MAX_IMPORT_BYTES), ImportBody);
  if (fields.mode === undefined || fields.rows === undefined || Object.keys(errors).length > 0) {
    throw toHttpError(invalid(errors).error);
  }
  const results = await importRows(service, fields.mode, fields.rows.map(readRow));
  return jsonResponse(200, {
    data: results.map((result, row) => ({ row, ...result })),
    meta: countResults(results),
  });
});

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
  if (isPresent(row, "qr")) addFieldError(errors, "qr", "is for short links only");
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

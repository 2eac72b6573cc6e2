import { newApp } from "../new-app.ts";
import { addFieldError, hasFieldErrors } from "../../domain/field-error.ts";
import { isEmptyFilter } from "../../domain/record-filter.ts";
import { importRows } from "../../services/record/import-rows.ts";
import type { ImportAnswer, RowResult } from "../../services/record/types.ts";
import type { ServiceContext } from "../../services/context.ts";
import { summarizeBulk } from "../../services/record/summarize-bulk.ts";
import { invalid } from "../../services/result.ts";
import { endpoint, jsonBody, optionalJsonBody, query } from "../endpoint.ts";
import { toHttpError } from "../error.ts";
import { once } from "../once.ts";
import { answer, json, type AdminContext } from "../request-context.ts";
import { destinationChangeFields, toDestinationChange } from "../schema/destination-change.ts";
import { textOf } from "../schema/field.ts";
import { readRow } from "../schema/import-row.ts";
import { filterField, FilterQuery, sortField, toFilter, toSort } from "../schema/list.ts";
import { toSummaryShape } from "../serialize/summary.ts";
import * as v from "valibot";

const MAX_IMPORT_BYTES = 8 * 1024 * 1024;
/** The most rows of one import. */
export const MAX_ROWS = 5_000;

const ImportBody = v.object({
  mode: v.optional(v.picklist(["create", "upsert"], "must be create or upsert"), "create"),
  import_id: v.optional(v.pipe(textOf(64), v.minLength(1, "must not be empty"))),
  rows: v.pipe(
    v.array(v.unknown(), "must be an array of objects"),
    v.maxLength(MAX_ROWS, `must have at most ${MAX_ROWS} entries`),
  ),
});

const SummaryBody = v.object({
  filter: v.optional(filterField),
  sort: v.optional(sortField),
  ...destinationChangeFields,
});

/** Reads and writes of many records at once. */
export const bulkRoutes = newApp()
  .post(
    "/import",
    endpoint("editor"),
    jsonBody(ImportBody, MAX_IMPORT_BYTES),
    once(renderImport),
    async (c) => {
      const { fields, errors } = c.req.valid("json");
      if (fields.mode === undefined || fields.rows === undefined || hasFieldErrors(errors)) {
        throw toHttpError(invalid(errors).error);
      }
      const service: ServiceContext = { ...c.get("service"), channel: "import" };
      const { mode, rows, import_id: importId = null } = fields;
      return answer(await importRows(service, mode, rows.map(readRow), importId), toImportShape);
    },
  )
  .post("/summary", endpoint("viewer"), query(FilterQuery), optionalJsonBody(SummaryBody), async (c) => {
    const { fields, errors } = c.req.valid("json");
    const parameters = c.req.valid("query");
    const filter = toFilter({ ...fields.filter, ...parameters.filter });
    if (isEmptyFilter(filter)) addFieldError(errors, "filter", "at least one filter must carry a value");
    const change = toDestinationChange(fields, errors);
    if (hasFieldErrors(errors)) throw toHttpError(invalid(errors).error);
    const sort = toSort(parameters.sort ?? fields.sort);
    return answer(await summarizeBulk(c.get("service"), { filter, sort, change }), (summary) =>
      toSummaryShape(summary, c.req.url),
    );
  });

function renderImport(_: AdminContext, result: unknown) {
  return json(toImportShape(result as ImportAnswer));
}

function toImportShape({ results, change }: ImportAnswer) {
  return { data: results.map((result, row) => ({ row, ...result })), meta: countResults(results), change };
}

function countResults(results: RowResult[]): Record<RowResult["result"], number> {
  const counts = { created: 0, updated: 0, unchanged: 0, failed: 0 };
  for (const { result } of results) counts[result]++;
  return counts;
}

import { refuse } from "../../domain/refusal/refusal.ts";
import { message, textOf } from "../schema/field.ts";
import { newApp } from "../new-app.ts";
import { addFieldError, hasFieldErrors } from "../../domain/field-error.ts";
import { isEmptyFilter } from "../../domain/record-filter.ts";
import { importRows, toNotedResult } from "../../services/change/import-rows.ts";
import type { ImportAnswer, NotedResult } from "../../services/change/types.ts";
import type { ServiceContext } from "../../services/context.ts";
import { summarizeBulk } from "../../services/record/counts.ts";
import { invalid } from "../../services/result.ts";
import { jsonBody, optionalJsonBody, query, within } from "../endpoint.ts";
import { toHttpError } from "../error.ts";
import { once } from "../once.ts";
import { answer, json, type AdminContext } from "../request-context.ts";
import { destinationChangeFields, toDestinationChange } from "../schema/destination-change.ts";
import { readRow } from "../schema/import-row.ts";
import { filterField, FilterQuery, sortField, toFilter, toSort } from "../schema/list.ts";
import { mapFields } from "../../domain/refusal/stored.ts";
import { showCode } from "../serialize/said.ts";
import { toSummaryShape } from "../serialize/counts.ts";
import * as v from "valibot";

const MAX_IMPORT_BYTES = 8 * 1024 * 1024;
export const MAX_ROWS = 5_000;

const ImportBody = v.object({
  mode: v.optional(v.picklist(["create", "upsert"], message("not_create_or_upsert")), "create"),
  import_id: v.optional(v.pipe(textOf(64), v.minLength(1, message("empty")))),
  rows: v.pipe(
    v.array(v.unknown(), message("not_array_of_objects")),
    v.maxLength(MAX_ROWS, message("too_many_entries", { count: MAX_ROWS })),
  ),
});

const SummaryBody = v.object({
  filter: v.optional(filterField),
  sort: v.optional(sortField),
  ...destinationChangeFields,
});

export const bulkRoutes = newApp()
  .post(
    "/import",
    within("editor"),
    jsonBody(ImportBody, MAX_IMPORT_BYTES),
    once(renderImport),
    async (c) => {
      const { fields, errors } = c.req.valid("json");
      if (fields.mode === undefined || fields.rows === undefined || hasFieldErrors(errors)) {
        throw toHttpError(invalid(errors).error);
      }
      const service: ServiceContext = { ...c.get("service"), channel: "import" };
      const { mode, rows, import_id: importId = null } = fields;
      return answer(await importRows(service, mode, rows.map(readRow), importId), ({ results, change }) =>
        toImportShape({ results: results.map(toNotedResult), change }),
      );
    },
  )
  .post("/summary", within("viewer"), query(FilterQuery), optionalJsonBody(SummaryBody), async (c) => {
    const { fields, errors } = c.req.valid("json");
    const parameters = c.req.valid("query");
    const filter = toFilter({ ...fields.filter, ...parameters.filter });
    if (isEmptyFilter(filter)) addFieldError(errors, "filter", refuse("filter_needed"));
    const change = toDestinationChange(fields, errors);
    if (hasFieldErrors(errors)) throw toHttpError(invalid(errors).error);
    const sort = toSort(parameters.sort ?? fields.sort);
    return answer(await summarizeBulk(c.get("service"), { filter, sort, change }), (summary) =>
      toSummaryShape(summary, c.req.url),
    );
  });

function renderImport(_: AdminContext, noted: unknown) {
  return json(toImportShape(noted as NotedImport));
}

type NotedImport = Omit<ImportAnswer, "results"> & { results: NotedResult[] };

function toImportShape({ results, change }: NotedImport) {
  const data = results.map(({ codes, ...result }, row) => ({
    row,
    ...result,
    ...(codes !== undefined && { codes: mapFields(codes, (reasons) => reasons.map(showCode)) }),
  }));
  return { data, meta: countResults(results), change };
}

function countResults(results: NotedResult[]): Record<NotedResult["result"], number> {
  const counts = { created: 0, updated: 0, unchanged: 0, failed: 0 };
  for (const { result } of results) counts[result]++;
  return counts;
}

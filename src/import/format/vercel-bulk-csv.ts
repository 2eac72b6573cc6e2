import { forEachRow } from "../csv.ts";
import type { CsvFormat } from "../format.ts";
import { toVercelBulkDraft } from "../vercel-bulk.ts";

export const vercelBulkCsv: CsvFormat = {
  key: "vercel-bulk-csv",
  label: "Vercel bulk redirects, CSV",
  isOrdered: false,
  hasHeader: (columns, names) =>
    columns.has("source") &&
    columns.has("destination") &&
    names.every((name) => COLUMNS.has(name)) &&
    names.some((name) => name === "statuscode" || name === "permanent" || name === "preservequeryparams"),
  read: ({ text }, collector) =>
    forEachRow(text, collector, (row) => {
      const draft = toVercelBulkDraft({
        source: row.get("source"),
        destination: row.get("destination"),
        statusCode: row.get("statuscode"),
        permanent: row.get("permanent"),
        caseSensitive: row.get("casesensitive"),
        preserveQueryParams: row.get("preservequeryparams"),
      });
      if ("reason" in draft) collector.refuse(row.line, row.text, draft.reason);
      else collector.add({ line: row.line, text: row.text, ...draft });
    }),
};

const COLUMNS = new Set([
  "source",
  "destination",
  "statuscode",
  "permanent",
  "casesensitive",
  "preservequeryparams",
  "query",
]);

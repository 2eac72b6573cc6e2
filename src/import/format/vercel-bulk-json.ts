import type { JsonFormat } from "../format.ts";
import { cellOf, forEachItem, hasItems, parseJson, stringOf } from "../json.ts";
import { toVercelBulkDraft } from "../vercel-bulk.ts";

export const vercelBulkJson: JsonFormat = {
  key: "vercel-bulk-json",
  label: "Vercel bulk redirects, JSON or JSON lines",
  isOrdered: false,
  hasShape: (document) => hasItems(document, "source", "destination"),
  read: ({ text }, collector) =>
    forEachItem(text, "", parseJson(text), collector, (item) =>
      toVercelBulkDraft({
        source: stringOf(item["source"]) ?? "",
        destination: stringOf(item["destination"]) ?? "",
        statusCode: cellOf(item["statusCode"]),
        permanent: cellOf(item["permanent"]),
        caseSensitive: cellOf(item["caseSensitive"]),
        preserveQueryParams: cellOf(item["preserveQueryParams"]),
      }),
    ),
};

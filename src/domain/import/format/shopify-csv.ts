import { forEachRow } from "../csv.ts";
import type { CsvFormat } from "../format.ts";
import { reasons } from "../reason.ts";

export const shopifyCsv: CsvFormat = {
  key: "shopify-csv",
  label: "Shopify, CSV",
  isOrdered: false,
  hasHeader: (columns) => columns.has("redirectfrom") && columns.has("redirectto") && columns.size <= 3,
  read: ({ text }, collector) =>
    forEachRow(text, collector, (row) => {
      const from = row.get("redirectfrom");
      // Shopify has no wildcards: a star would match more paths here than there.
      if (from.endsWith("/*")) return collector.refuse(row.line, row.text, reasons.starLiteral);
      collector.add({
        line: row.line,
        text: row.text,
        sources: [{ kind: "list", text: from }],
        target: row.get("redirectto"),
        code: 301,
      });
    }),
};

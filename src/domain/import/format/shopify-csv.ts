import { forEachRow } from "../csv.ts";
import type { CsvFormat } from "../format.ts";
import { reasons } from "../reason.ts";

export const shopifyCsv: CsvFormat = {
  key: "shopify-csv",
  label: "Shopify, CSV",
  isOrdered: false,
  hasHeader: (columns) => columns.has("redirectfrom") && columns.has("redirectto") && columns.size <= 3,
  read: ({ text }, sheet) =>
    forEachRow(text, sheet, (row) => {
      const from = row.get("redirectfrom");
      // Shopify has no wildcards: a star would take more here than it does there.
      if (from.endsWith("/*")) return sheet.refuse(row.line, row.text, reasons.starLiteral);
      sheet.add({
        line: row.line,
        text: row.text,
        sources: [{ kind: "list", text: from }],
        target: row.get("redirectto"),
        code: 301,
      });
    }),
};

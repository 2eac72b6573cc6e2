import { forEachRow } from "../csv.ts";
import type { CsvFormat } from "../format.ts";
import { toPlainRule } from "../rule.ts";

export const shopifyCsv: CsvFormat = {
  key: "shopify-csv",
  label: "Shopify, CSV",
  isOrdered: false,
  hasHeader: (columns) => columns.has("redirectfrom") && columns.has("redirectto") && columns.size <= 3,
  read: ({ text }, collector) =>
    forEachRow(text, collector, (row) => {
      const rule = toPlainRule(row.get("redirectfrom"), row.get("redirectto"));
      if ("reason" in rule) return collector.refuse(row.line, row.text, rule.reason);
      collector.add({ line: row.line, text: row.text, ...rule, code: 301 });
    }),
};

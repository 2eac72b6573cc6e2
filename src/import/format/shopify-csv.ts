import { csvFormat } from "../item-format.ts";
import { toPlainRule } from "../rule.ts";

export const shopifyCsv = csvFormat({
  key: "shopify-csv",
  label: "Shopify, CSV",
  header: (columns) => columns.has("redirectfrom") && columns.has("redirectto") && columns.size <= 3,
  toDraft: (row) => ({ code: 301, ...toPlainRule(row.text("redirectfrom"), row.text("redirectto")) }),
});

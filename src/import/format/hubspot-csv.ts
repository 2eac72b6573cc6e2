import { forEachRow } from "../csv.ts";
import type { CsvFormat } from "../format.ts";
import { toHubspotRule } from "../hubspot.ts";

export const hubspotCsv: CsvFormat = {
  key: "hubspot-csv",
  label: "HubSpot, CSV",
  isOrdered: false,
  hasHeader: (columns) => columns.has("originalurl") && columns.has("targeturl"),
  read: ({ text }, collector) =>
    forEachRow(text, collector, (row) => {
      const source = row.get("originalurl");
      const target = row.get("targeturl");
      const isPattern = /\/[:*]/.test(source.replace(/^https?:\/\//i, ""));
      const rule = isPattern
        ? toHubspotRule(source, target)
        : { sources: [{ kind: "list" as const, text: source }], target };
      if ("reason" in rule) collector.refuse(row.line, row.text, rule.reason);
      else collector.add({ line: row.line, text: row.text, ...rule });
    }),
};

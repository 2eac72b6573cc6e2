import { forEachRow } from "../csv.ts";
import type { CsvFormat } from "../format.ts";
import { toStarRule } from "../rule.ts";

/** Lists of two columns in which `*` at the end of a source is a wildcard. */
function createFormat(key: string, label: string, from: string, to: string): CsvFormat {
  return {
    key,
    label,
    isOrdered: true,
    hasHeader: (_, names) => names.length === 2 && names[0] === from && names[1] === to,
    read: ({ text }, collector) =>
      forEachRow(text, collector, (row) => {
        const rule = toStarRule(row.get(from), row.get(to));
        if ("reason" in rule) collector.refuse(row.line, row.text, rule.reason);
        else collector.add({ line: row.line, text: row.text, code: 301, ...rule });
      }),
  };
}

export const simple301Csv = createFormat(
  "simple301-csv",
  "Simple 301 Redirects for WordPress, CSV",
  "request",
  "destination",
);

export const wixCsv = createFormat("wix-csv", "Wix, CSV", "oldurl", "newurl");

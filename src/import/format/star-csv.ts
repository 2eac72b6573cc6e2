import { csvFormat } from "../item-format.ts";
import { toStarRule } from "../rule.ts";

/** Lists of two columns in which `*` at the end of a source is a wildcard. */
function createFormat(key: string, label: string, from: string, to: string) {
  return csvFormat({
    key,
    label,
    isOrdered: true,
    header: (_, names) => names.join() === `${from},${to}`,
    toDraft: (row) => ({ code: 301, ...toStarRule(row.text(from), row.text(to)) }),
  });
}

export const simple301Csv = createFormat(
  "simple301-csv",
  "Simple 301 Redirects for WordPress, CSV",
  "request",
  "destination",
);

export const wixCsv = createFormat("wix-csv", "Wix, CSV", "oldurl", "newurl");

import { forEachRow } from "../csv.ts";
import type { CsvFormat } from "../format.ts";

/** Lists of old URLs: what to redirect, but not where. */
export const gscCsv: CsvFormat = {
  key: "gsc-csv",
  label: "Google Search Console, CSV (old URLs only, nothing to import)",
  isOrdered: false,
  hasHeader: (columns, names) =>
    names.join() === "url,lastcrawled" || (names[0] === "toppages" && columns.has("clicks")),
  read: ({ text }, sheet) => {
    sheet.warn(null, "the file lists old URLs and no destinations: there is nothing to import");
    forEachRow(text, sheet, (row) => sheet.ignore(row.line, "no destination"));
  },
};

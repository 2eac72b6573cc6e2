import { refuse } from "../../domain/refusal/refusal.ts";
import { forEachRow } from "../csv.ts";
import type { CsvFormat } from "../format.ts";

/** Lists of old URLs without destinations. */
export const gscCsv: CsvFormat = {
  key: "gsc-csv",
  label: "Google Search Console, CSV (old URLs only, nothing to import)",
  isOrdered: false,
  hasHeader: (columns, names) =>
    names.join() === "url,lastcrawled" || (names[0] === "toppages" && columns.has("clicks")),
  read: ({ text }, collector) => {
    collector.warn(null, refuse("file_only_old_urls"));
    forEachRow(text, collector, (row) => collector.ignore(row.line, "no destination"));
  },
};

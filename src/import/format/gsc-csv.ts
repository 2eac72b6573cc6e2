import { refuse } from "../../domain/refusal/refusal.ts";
import type { CsvFormat } from "../format.ts";
import { csvFormat } from "../item-format.ts";

/** Lists of old URLs without destinations. */
const urls = csvFormat({
  key: "gsc-csv",
  label: "Google Search Console, CSV (old URLs only, nothing to import)",
  header: (columns, names) =>
    names.join() === "url,lastcrawled" || (names[0] === "toppages" && columns.has("clicks")),
  toDraft: () => ({ ignored: "no destination" }),
});

export const gscCsv: CsvFormat = {
  ...urls,
  read: (file, collector, options) => {
    collector.warn(null, refuse("file_only_old_urls"));
    urls.read(file, collector, options);
  },
};

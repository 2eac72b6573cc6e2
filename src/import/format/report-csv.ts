import { refuse } from "../../domain/refusal/refusal.ts";
import type { CsvFormat } from "../format.ts";
import { csvFormat } from "../item-format.ts";
import { parseCode } from "../value.ts";

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

export const screamingFrogCsv = csvFormat({
  key: "screamingfrog-csv",
  label: "Screaming Frog SEO Spider, CSV",
  header: ["address", "statuscode", "redirecturl"],
  names: { source: "address", target: "redirecturl" },
  toDraft: (row) => {
    const type = row.text("redirecttype");
    if (row.text("redirecturl") === "" || type === "HSTS Policy") return { ignored: "crawled, no redirect" };
    const isPage = type === "JavaScript Redirect" || type === "Meta Refresh";
    const code = isPage ? { code: 301 } : parseCode(row.text("statuscode"));
    return "reason" in code
      ? code
      : { ...code, warnings: [isPage && refuse("file_chosen_code", { how: type })] };
  },
});

import { refuse } from "../../domain/refusal/refusal.ts";
import { csvFormat } from "../item-format.ts";
import { parseCode } from "../value.ts";

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

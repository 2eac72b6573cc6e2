import { refuse } from "../../domain/refusal/refusal.ts";
import { csvFormat } from "../item-format.ts";
import { withSlash } from "../rule.ts";
import { parseCode } from "../value.ts";

const DEFAULT_STORES = new Set(["", "0", "1", "NULL"]);

/** The front page is the empty path. */
const toPath = (path: string) => (path === "" ? "/" : withSlash(path));

export const magentoCsv = csvFormat({
  key: "magento-csv",
  label: "Magento (table url_rewrite), CSV",
  header: ["requestpath", "targetpath", "redirecttype"],
  toDraft: (row) => {
    const type = row.text("redirecttype");
    if (type === "0") return { ignored: "rewrite" };
    const code = parseCode(type);
    if ("reason" in code) return code;
    const store = row.text("storeid");
    const description = row.text("description");
    return {
      sources: [{ kind: "list", text: toPath(row.text("requestpath")) }],
      target: toPath(row.text("targetpath")),
      description: description === "NULL" ? "" : description,
      warnings: [!DEFAULT_STORES.has(store) && refuse("file_store", { store })],
      ...code,
    };
  },
});

import { refuse } from "../../domain/refusal/refusal.ts";
import { csvFormat } from "../item-format.ts";
import { reasons } from "../reason.ts";
import { withSlash } from "../rule.ts";
import { parseCode } from "../value.ts";

/** Languages without meaning: undefined and not applicable. */
const NO_LANGUAGES = new Set(["", "und", "zxx"]);

export const drupalCsv = csvFormat({
  key: "drupal-csv",
  label: "Drupal (Path Redirect Import), CSV",
  header: (columns, names) =>
    (names[0] === "from" && names[1] === "to" && names[2] === "redirect") ||
    ["source", "destination", "language", "statuscode"].every((name) => columns.has(name)),
  toDraft: (row) => {
    const code = parseCode(row.text(["redirect", "statuscode"]) || "301");
    if ("reason" in code) return code;
    const written = row.text(["to", "destination"]);
    if (/^(?:entity|route|base):/.test(written)) return { reason: reasons.cmsTarget(written) };
    const target = written === "<front>" ? "/" : withSlash(written.replace(/^internal:/, ""));
    const language = row.text("language");
    return {
      sources: [{ kind: "list", text: withSlash(row.text(["from", "source"])) }],
      target,
      warnings: [
        !NO_LANGUAGES.has(language) && refuse("file_language", { language }),
        /^\/node\/\d+$/.test(target) && refuse("file_internal_path"),
      ],
      ...code,
    };
  },
});

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

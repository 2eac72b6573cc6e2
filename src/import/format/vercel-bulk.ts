import { csvFormat, jsonFormat } from "../item-format.ts";
import type { Item } from "../item.ts";
import { reasons } from "../reason.ts";
import type { Finding } from "../row.ts";
import { parseCode } from "../value.ts";

/** Converts one of Vercel's bulk redirects. They have no patterns. The names of JSON have capitals. */
function toDraft(row: Item): Finding {
  const permanent = row.flag("permanent");
  if (permanent === null) return { reason: reasons.boolean("permanent", row.cell("permanent")) };
  const forwardQuery = row.flag("preserveQueryParams");
  if (forwardQuery === null) {
    return { reason: reasons.boolean("preserveQueryParams", row.cell("preserveQueryParams")) };
  }
  const statusCode = row.cell("statusCode");
  const code = statusCode === "" ? { code: permanent === true ? 308 : 307 } : parseCode(statusCode);
  if ("reason" in code) return code;
  return {
    sources: [{ kind: "list", text: row.text("source").replace(/\/\*$/, "/%2A") }],
    target: row.text("destination"),
    forwardQuery: forwardQuery ?? false,
    ...code,
  };
}

const OPTIONS = ["statuscode", "permanent", "preservequeryparams"];
const COLUMNS = new Set([...OPTIONS, "source", "destination", "casesensitive", "query"]);

export const vercelBulkCsv = csvFormat({
  key: "vercel-bulk-csv",
  label: "Vercel bulk redirects, CSV",
  header: (columns, names) =>
    columns.has("source") &&
    columns.has("destination") &&
    names.every((name) => COLUMNS.has(name)) &&
    names.some((name) => OPTIONS.includes(name)),
  toDraft,
});

export const vercelBulkJson = jsonFormat({
  key: "vercel-bulk-json",
  label: "Vercel bulk redirects, JSON or JSON lines",
  path: "",
  members: ["source", "destination"],
  toDraft,
});

import { csvFormat } from "../item-format.ts";
import { reasons } from "../reason.ts";
import { parseCode } from "../value.ts";

export const redirhubCsv = csvFormat({
  key: "redirhub-csv",
  label: "RedirHub, CSV",
  header: (_, names) => names.join() === "oldurl,newurl,type",
  names: { source: "oldurl", target: "newurl" },
  toDraft: (row) => {
    const source = row.text("oldurl");
    const code = parseCode(row.text("type") || "301");
    return source.includes("*") && !("reason" in code) ? { reason: reasons.wildcardText(source) } : code;
  },
});

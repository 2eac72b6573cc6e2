import { refuse } from "../../domain/refusal/refusal.ts";
import { csvFormat } from "../item-format.ts";
import { reasons } from "../reason.ts";
import { toPlainRule, toRegexRule, withSlash } from "../rule.ts";
import { parseCode } from "../value.ts";

export const rankmathCsv = csvFormat({
  key: "rankmath-csv",
  label: "Rank Math, CSV",
  header: ["source", "matching", "destination"],
  names: { tags: "category" },
  toDraft: (row) => {
    const code = parseCode(row.text("type"));
    if ("reason" in code) return code;
    const source = row.text("source");
    const target = row.text("destination");
    const matching = row.text("matching") || "exact";
    if (target === "DELETE") return { reason: refuse("file_instruction", { what: "DELETE" }) };
    if (matching === "start") return { reason: reasons.characters(withSlash(source)) };
    if (matching !== "exact" && matching !== "regex") return { reason: reasons.matching(matching) };
    // Its front page is the empty path.
    const destination = target === "" ? "/" : withSlash(target);
    const rule =
      matching === "regex"
        ? // It compares the path without its slashes.
          toRegexRule(source, destination, { startsAtSlash: source.startsWith("^/") })
        : toPlainRule(withSlash(source), destination);
    if ("reason" in rule) return rule;
    return { ...rule, ...code, isPaused: row.text("status") === "inactive" };
  },
});

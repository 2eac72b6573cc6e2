import { refuse } from "../../domain/refusal/refusal.ts";
import { csvFormat } from "../item-format.ts";
import { reasons } from "../reason.ts";
import { toPlainRule, toRegexRule, withSlash } from "../rule.ts";
import { parseCode } from "../value.ts";

const ROW = /^"(.*)","(.*)",([^",\n]*),([^",\n]*)$/gm;

/** Doubles the quotes inside a cell, which the exporter does not escape. */
function doubleQuotes(_: string, source: string, target: string, type: string, how: string): string {
  const cell = (text: string) => text.replaceAll('""', '"').replaceAll('"', '""');
  return `"${cell(source)}","${cell(target)}",${type},${how}`;
}

export const yoastCsv = csvFormat({
  key: "yoast-csv",
  label: "Yoast SEO Premium, CSV",
  header: ["origin", "target", "type", "format"],
  repair: (text) => text.replace(ROW, doubleQuotes),
  toDraft: (row) => {
    const code = parseCode(row.text("type"));
    if ("reason" in code) return code;
    const source = row.text("origin");
    const target = row.text("target");
    const how = row.text("format") || "plain";
    if (how !== "plain" && how !== "regex") return { reason: reasons.matching(how) };
    const rule =
      how === "regex" ? toRegexRule(source, target) : toPlainRule(withSlash(source), withSlash(target));
    if ("reason" in rule) return rule;
    const hasQuote = source.includes('"') || target.includes('"');
    return { ...rule, ...code, warnings: [...(rule.warnings ?? []), hasQuote && refuse("file_quotes")] };
  },
});

import { refuse } from "../../domain/refusal/refusal.ts";
import type { Finding } from "../row.ts";
import { toPlainRule, toRegexRule, withSlash } from "../rule.ts";
import { parseCode } from "../value.ts";
import { csvFormat, headlessFormat } from "../item-format.ts";
import { reasons } from "../reason.ts";

/** Plugins for WordPress. */

function toRedirects301([type = "", from = "", target = "", ...rest]: string[]): Finding {
  const isPaused = type.toLowerCase() === "inactive";
  const code = isPaused ? { code: 301 } : parseCode(type);
  if ("reason" in code) return code;
  if (rest.some((cell) => cell !== "")) return { reason: refuse("file_form", { words: "type,from,to" }) };
  return { sources: [{ kind: "list", text: withSlash(from) }], target, isPaused, ...code };
}

/** "301 Redirects" for WordPress: type, from, to, without a header. */
export const redirects301Csv = headlessFormat(
  { key: "301redirects-csv", label: "301 Redirects for WordPress, CSV" },
  toRedirects301,
);

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

import type { Refusal } from "../../domain/refusal/refusal.ts";
import { forEachRow, type CsvRow } from "../csv.ts";
import type { CsvFormat } from "../format.ts";
import { reasons, warnings } from "../reason.ts";
import type { Draft } from "../row.ts";
import { toPlainRule, toRegexRule, withSlash } from "../rule.ts";
import { parseCode } from "../value.ts";

function toDraft(row: CsvRow): Draft | { reason: Refusal } {
  const code = parseCode(row.get("type"));
  if ("reason" in code) return code;
  const source = row.get("origin");
  const target = row.get("target");
  const how = row.get("format") || "plain";
  if (how !== "plain" && how !== "regex") return { reason: reasons.matching(how) };
  const rule =
    how === "regex" ? toRegexRule(source, target) : toPlainRule(withSlash(source), withSlash(target));
  if ("reason" in rule) return rule;
  const said = [...(rule.warnings ?? [])];
  // The exporter does not double quotes.
  if (source.includes('"') || target.includes('"')) said.push(warnings.quotes);
  return { line: row.line, text: row.text, ...rule, ...code, warnings: said };
}

const ROW = /^"(.*)","(.*)",([^",\n]*),([^",\n]*)$/gm;

/** Doubles the quotes inside a cell, which the exporter does not escape. */
function doubleQuotes(_: string, source: string, target: string, type: string, how: string): string {
  const cell = (text: string) => text.replaceAll('""', '"').replaceAll('"', '""');
  return `"${cell(source)}","${cell(target)}",${type},${how}`;
}

export const yoastCsv: CsvFormat = {
  key: "yoast-csv",
  label: "Yoast SEO Premium, CSV",
  isOrdered: false,
  hasHeader: (columns) => ["origin", "target", "type", "format"].every((name) => columns.has(name)),
  read: ({ text }, collector) =>
    forEachRow(text.replace(ROW, doubleQuotes), collector, (row) => {
      const draft = toDraft(row);
      if ("reason" in draft) collector.refuse(row.line, row.text, draft.reason);
      else collector.add(draft);
    }),
};

import type { Refusal } from "../../domain/refusal/refusal.ts";
import { forEachRow, type CsvRow } from "../csv.ts";
import type { CsvFormat } from "../format.ts";
import { reasons } from "../reason.ts";
import type { Draft } from "../row.ts";
import { toPlainRule, toRegexRule } from "../rule.ts";
import { parseCode, parseCount } from "../value.ts";

/** Sources whose destination depends on the visitor. The export writes no destination for them. */
const UNKNOWN_TARGETS = new Set(["/unknown", "*"]);

function toDraft(row: CsvRow): Draft | { reason: Refusal } {
  const code = parseCode(row.get("code"));
  if ("reason" in code) return code;
  const type = row.get("type") || "url";
  if (type !== "url" && !(type === "error" && code.type === "gone")) return { reason: reasons.action(type) };
  const match = row.get("match");
  // A header may name a column that the rows do not have.
  if (match !== "" && match !== "url" && match !== type && !/^\d+$/.test(match))
    return { reason: reasons.matching(match) };
  const source = row.get("source");
  const target = row.get("target");
  if (code.type !== "gone" && UNKNOWN_TARGETS.has(target)) return { reason: reasons.leadsUnknown };
  const rule = row.get("regex") === "1" ? toRegexRule(source, target) : toPlainRule(source, target);
  if ("reason" in rule) return rule;
  return {
    line: row.line,
    text: row.text,
    ...rule,
    ...code,
    isPaused: row.get("status") === "disabled",
    title: row.get("title"),
    clicks: parseCount(row.get("hits")),
  };
}

function createFormat(key: string, label: string, hasHeader: CsvFormat["hasHeader"]): CsvFormat {
  return {
    key,
    label,
    isOrdered: true,
    hasHeader,
    read: ({ text }, collector) =>
      forEachRow(text, collector, (row) => {
        const draft = toDraft(row);
        if ("reason" in draft) collector.refuse(row.line, row.text, draft.reason);
        else collector.add(draft);
      }),
  };
}

export const wpRedirectionCsvOld = createFormat(
  "wp-redirection-csv-old",
  "Redirection for WordPress before 4, CSV",
  (columns, names) =>
    names[3] === "type" && names[4] === "code" && columns.has("regex") && columns.has("match"),
);

export const wpRedirectionCsv = createFormat(
  "wp-redirection-csv",
  "Redirection for WordPress, CSV",
  (columns) => ["source", "target", "regex", "code"].every((name) => columns.has(name)),
);

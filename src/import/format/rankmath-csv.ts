import type { Refusal } from "../../domain/refusal/refusal.ts";
import { forEachRow, type CsvRow } from "../csv.ts";
import type { CsvFormat } from "../format.ts";
import { reasons } from "../reason.ts";
import type { Draft } from "../row.ts";
import { toPlainRule, toRegexRule, withSlash } from "../rule.ts";
import { parseCode, splitTags } from "../value.ts";

function toDraft(row: CsvRow): Draft | { reason: Refusal } {
  const code = parseCode(row.get("type"));
  if ("reason" in code) return code;
  const source = row.get("source");
  const target = row.get("destination");
  const matching = row.get("matching") || "exact";
  if (target === "DELETE") return { reason: reasons.instruction("DELETE") };
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
  return {
    line: row.line,
    text: row.text,
    ...rule,
    ...code,
    isPaused: row.get("status") === "inactive",
    tags: splitTags(row.get("category"), ","),
  };
}

export const rankmathCsv: CsvFormat = {
  key: "rankmath-csv",
  label: "Rank Math, CSV",
  isOrdered: false,
  hasHeader: (columns) => ["source", "matching", "destination"].every((name) => columns.has(name)),
  read: ({ text }, collector) =>
    forEachRow(text, collector, (row) => {
      const draft = toDraft(row);
      if ("reason" in draft) collector.refuse(row.line, row.text, draft.reason);
      else collector.add(draft);
    }),
};

import type { Refusal } from "../../domain/refusal/refusal.ts";
import { forEachRow, type CsvRow } from "../csv.ts";
import type { CsvFormat } from "../format.ts";
import { reasons, warnings } from "../reason.ts";
import type { Draft } from "../row.ts";
import { withSlash } from "../rule.ts";
import { parseCode } from "../value.ts";

/** Languages without meaning: undefined and not applicable. */
const NO_LANGUAGES = new Set(["", "und", "zxx"]);

function toDraft(row: CsvRow): Draft | { reason: Refusal } {
  const codeText = row.get("redirect", "statuscode");
  const code = codeText === "" ? { code: 301 } : parseCode(codeText);
  if ("reason" in code) return code;
  const written = row.get("to", "destination");
  if (/^(?:entity|route|base):/.test(written)) return { reason: reasons.cmsTarget(written) };
  const target = written === "<front>" ? "/" : withSlash(written.replace(/^internal:/, ""));
  const language = row.get("language");
  const said: Refusal[] = [];
  if (!NO_LANGUAGES.has(language)) said.push(warnings.language(language));
  if (/^\/node\/\d+$/.test(target)) said.push(warnings.internalPath);
  return {
    line: row.line,
    text: row.text,
    sources: [{ kind: "list", text: withSlash(row.get("from", "source")) }],
    target,
    warnings: said,
    ...code,
  };
}

export const drupalCsv: CsvFormat = {
  key: "drupal-csv",
  label: "Drupal (Path Redirect Import), CSV",
  isOrdered: false,
  hasHeader: (columns, names) =>
    (names[0] === "from" && names[1] === "to" && names[2] === "redirect") ||
    ["source", "destination", "language", "statuscode"].every((name) => columns.has(name)),
  read: ({ text }, collector) =>
    forEachRow(text, collector, (row) => {
      const draft = toDraft(row);
      if ("reason" in draft) collector.refuse(row.line, row.text, draft.reason);
      else collector.add(draft);
    }),
};

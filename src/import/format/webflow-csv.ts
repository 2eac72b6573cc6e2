import { forEachRow } from "../csv.ts";
import type { CsvFormat } from "../format.ts";
import { escapeDots } from "../regex.ts";
import { toRegexRule } from "../rule.ts";

/** Matches `%1` in a destination, which is not an escape with two digits. */
const PERCENT = /%(\d)(?![0-9a-f])/gi;

export const webflowCsv: CsvFormat = {
  key: "webflow-csv",
  label: "Webflow, CSV",
  isOrdered: true,
  hasHeader: (_, names) => names.length === 2 && names[0] === "source" && names[1] === "target",
  read: ({ text }, collector) =>
    forEachRow(text, collector, (row) => {
      const source = row.get("source");
      const target = row.get("target");
      // Only groups are patterns there; a dot is literal.
      const rule = /[()[\]\\^$]/.test(source)
        ? toRegexRule(escapeDots(source), target, { isWhole: true, reference: PERCENT })
        : { sources: [{ kind: "list" as const, text: source }], target };
      if ("reason" in rule) collector.refuse(row.line, row.text, rule.reason);
      else collector.add({ line: row.line, text: row.text, code: 301, ...rule });
    }),
};

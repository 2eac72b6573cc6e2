import { forEachRow, type CsvRow } from "../csv.ts";
import type { Collector } from "../collector.ts";
import type { CsvFormat } from "../format.ts";
import { warnings } from "../reason.ts";
import { parseCode } from "../value.ts";

function readRow(row: CsvRow, collector: Collector): void {
  const target = row.get("redirecturl");
  const type = row.get("redirecttype");
  if (target === "" || type === "HSTS Policy") return collector.ignore(row.line, "crawled, no redirect");
  const isPage = type === "JavaScript Redirect" || type === "Meta Refresh";
  const code = isPage ? { code: 301 } : parseCode(row.get("statuscode"));
  if ("reason" in code) return collector.refuse(row.line, row.text, code.reason);
  collector.add({
    line: row.line,
    text: row.text,
    sources: [{ kind: "list", text: row.get("address") }],
    target,
    warnings: isPage ? [warnings.chosenCode(type)] : [],
    ...code,
  });
}

export const screamingFrogCsv: CsvFormat = {
  key: "screamingfrog-csv",
  label: "Screaming Frog SEO Spider, CSV",
  isOrdered: false,
  hasHeader: (columns) => ["address", "statuscode", "redirecturl"].every((name) => columns.has(name)),
  read: ({ text }, collector) => forEachRow(text, collector, (row) => readRow(row, collector)),
};

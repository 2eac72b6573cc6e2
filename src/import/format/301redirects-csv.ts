import { refuse } from "../../domain/refusal/refusal.ts";
import { finishTable, readCsvTable } from "../csv.ts";
import type { Format } from "../format.ts";
import type { Finding } from "../row.ts";
import { withSlash } from "../rule.ts";
import { parseCode } from "../value.ts";

function toDraft([type = "", from = "", target = "", ...rest]: string[]): Finding {
  const isPaused = type.toLowerCase() === "inactive";
  const code = isPaused ? { code: 301 } : parseCode(type);
  if ("reason" in code) return code;
  if (rest.some((cell) => cell !== "")) return { reason: refuse("file_form", { words: "type,from,to" }) };
  return { sources: [{ kind: "list", text: withSlash(from) }], target, isPaused, ...code };
}

/** "301 Redirects" for WordPress: type, from, to, without a header. */
export const redirects301Csv: Format = {
  key: "301redirects-csv",
  label: "301 Redirects for WordPress, CSV",
  read: ({ text }, collector) => {
    const table = readCsvTable(text);
    for (const { line, text: row, cells } of table.records) collector.take(line, row, toDraft(cells));
    finishTable(table, collector);
  },
};

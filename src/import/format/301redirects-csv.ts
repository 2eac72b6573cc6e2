import { finishTable, readCsvTable } from "../csv.ts";
import type { Format } from "../format.ts";
import { reasons } from "../reason.ts";
import { withSlash } from "../rule.ts";
import { parseCode } from "../value.ts";

/** "301 Redirects" for WordPress: type, from, to, without a header. */
export const redirects301Csv: Format = {
  key: "301redirects-csv",
  label: "301 Redirects for WordPress, CSV",
  isOrdered: false,
  read: ({ text }, collector) => {
    const table = readCsvTable(text);
    for (const { line, text: row, cells } of table.records) {
      const [type = "", from = "", to = "", ...rest] = cells;
      const isPaused = type.toLowerCase() === "inactive";
      const code = isPaused ? { code: 301 } : parseCode(type);
      if ("reason" in code) collector.refuse(line, row, code.reason);
      else if (rest.some((cell) => cell !== "")) collector.refuse(line, row, reasons.form("type,from,to"));
      else {
        collector.add({
          line,
          text: row,
          sources: [{ kind: "list", text: withSlash(from) }],
          target: to,
          isPaused,
          ...code,
        });
      }
    }
    finishTable(table, collector);
  },
};

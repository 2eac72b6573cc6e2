import { forEachRow } from "../csv.ts";
import type { CsvFormat } from "../format.ts";
import { reasons } from "../reason.ts";
import { parseCode } from "../value.ts";

export const redirhubCsv: CsvFormat = {
  key: "redirhub-csv",
  label: "RedirHub, CSV",
  isOrdered: false,
  hasHeader: (_, names) => names.join() === "oldurl,newurl,type",
  read: ({ text }, collector) =>
    forEachRow(text, collector, (row) => {
      const source = row.get("oldurl");
      const code = row.get("type") === "" ? { code: 301 } : parseCode(row.get("type"));
      if ("reason" in code) collector.refuse(row.line, row.text, code.reason);
      else if (source.includes("*")) collector.refuse(row.line, row.text, reasons.wildcardText(source));
      else {
        collector.add({
          line: row.line,
          text: row.text,
          sources: [{ kind: "list", text: source }],
          target: row.get("newurl"),
          ...code,
        });
      }
    }),
};

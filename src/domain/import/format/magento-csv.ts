import { forEachRow } from "../csv.ts";
import type { CsvFormat } from "../format.ts";
import { reasons, warnings } from "../reason.ts";
import { withSlash } from "../rule.ts";
import { parseCode } from "../value.ts";

const DEFAULT_STORES = new Set(["", "0", "1", "NULL"]);

export const magentoCsv: CsvFormat = {
  key: "magento-csv",
  label: "Magento (table url_rewrite), CSV",
  isOrdered: false,
  hasHeader: (columns) => ["requestpath", "targetpath", "redirecttype"].every((name) => columns.has(name)),
  read: ({ text }, collector) =>
    forEachRow(text, collector, (row) => {
      const type = row.get("redirecttype");
      if (type === "0") return collector.ignore(row.line, "rewrite");
      const code = parseCode(type);
      if (typeof code === "string") return collector.refuse(row.line, row.text, code);
      const source = row.get("requestpath");
      if (source === "") return collector.refuse(row.line, row.text, reasons.noSource);
      const store = row.get("storeid");
      const description = row.get("description");
      const target = row.get("targetpath");
      collector.add({
        line: row.line,
        text: row.text,
        sources: [{ kind: "list", text: withSlash(source) }],
        // The front page is the empty path.
        target: target === "" ? "/" : withSlash(target),
        description: description === "NULL" ? "" : description,
        warnings: DEFAULT_STORES.has(store) ? [] : [warnings.store(store)],
        ...code,
      });
    }),
};

import { forEachRow } from "../csv.ts";
import type { CsvFormat } from "../format.ts";
import { warnings } from "../reason.ts";
import { withSlash } from "../rule.ts";
import { parseCode } from "../value.ts";

const DEFAULT_STORES = new Set(["", "0", "1", "NULL"]);

/** The front page is the empty path. */
const toPath = (path: string) => (path === "" ? "/" : withSlash(path));

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
      if ("reason" in code) return collector.refuse(row.line, row.text, code.reason);
      const store = row.get("storeid");
      const description = row.get("description");
      collector.add({
        line: row.line,
        text: row.text,
        sources: [{ kind: "list", text: toPath(row.get("requestpath")) }],
        target: toPath(row.get("targetpath")),
        description: description === "NULL" ? "" : description,
        warnings: DEFAULT_STORES.has(store) ? [] : [warnings.store(store)],
        ...code,
      });
    }),
};

import { forEachRow } from "../csv.ts";
import type { CsvFormat } from "../format.ts";
import { parseCount } from "../value.ts";

export const yourlsCsv: CsvFormat = {
  key: "yourls-csv",
  label: "YOURLS (Import Export plugin), CSV",
  isOrdered: false,
  hasHeader: (_, names) => names.join() === "source,target,hits",
  read: ({ text }, collector) =>
    forEachRow(text, collector, (row) => {
      const slug = row.get("source").replace(/^\/+|\/+$/g, "");
      collector.add({
        line: row.line,
        text: row.text,
        sources: slug === "" ? [] : [{ kind: "alias", slug }],
        target: row.get("target"),
        clicks: row.get("hits") === "" ? 0 : parseCount(row.get("hits")),
      });
    }),
};

import { forEachRow } from "../csv.ts";
import type { CsvFormat } from "../format.ts";
import { splitLink, splitTags } from "../value.ts";

export const shlinkCsv: CsvFormat = {
  key: "shlink-csv",
  label: "Shlink, CSV",
  isOrdered: false,
  hasHeader: (columns) => columns.has("longurl") && (columns.has("shortcode") || columns.has("shorturl")),
  read: ({ text }, collector) =>
    forEachRow(text, collector, (row) => {
      const code = row.get("shortcode");
      const link = code === "" ? splitLink(row.get("shorturl")) : { slug: code, host: row.get("domain") };
      const tags = row.get("tags");
      collector.add({
        line: row.line,
        text: row.text,
        sources: link === null ? [] : [{ kind: "alias", ...link }],
        target: row.get("longurl"),
        title: row.get("title"),
        tags: splitTags(tags, tags.includes(",") ? "," : "|"),
        forwardQuery: true,
      });
    }),
};

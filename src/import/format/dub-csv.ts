import { forEachRow } from "../csv.ts";
import type { CsvFormat } from "../format.ts";
import { parseCount, splitLink, splitTags } from "../value.ts";

export const dubCsv: CsvFormat = {
  key: "dub-csv",
  label: "Dub, CSV",
  isOrdered: false,
  hasHeader: (columns) => columns.has("shortlink") && columns.has("destinationurl"),
  read: ({ text }, collector) =>
    forEachRow(text, collector, (row) => {
      const place = splitLink(row.get("shortlink"));
      collector.add({
        line: row.line,
        text: row.text,
        sources: place === null ? [] : [{ kind: "alias", ...place }],
        target: row.get("destinationurl"),
        tags: splitTags(row.get("tags"), ","),
        createdAt: { name: "Created at", value: row.get("createdat") },
        clicks: parseCount(row.get("clicks")),
        forwardQuery: true,
      });
    }),
};

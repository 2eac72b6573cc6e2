import { forEachRow } from "../csv.ts";
import type { CsvFormat } from "../format.ts";
import { toShortioTarget } from "../shortio.ts";
import { parseCount, splitLink, splitTags } from "../value.ts";

export const shortioCsv: CsvFormat = {
  key: "shortio-csv",
  label: "Short.io (dashboard), CSV",
  isOrdered: false,
  hasHeader: (columns) =>
    columns.has("shorturl") && columns.has("originalurl") && columns.has("originalpath"),
  read: ({ text }, collector) =>
    forEachRow(text, collector, (row) => {
      const place = splitLink(row.get("shorturl"));
      collector.add({
        line: row.line,
        text: row.text,
        sources: place === null ? [] : [{ kind: "alias", ...place }],
        ...toShortioTarget(row.get("originalurl"), false),
        title: row.get("title"),
        tags: splitTags(row.get("tags"), ","),
        createdAt: { name: "createdAt", value: row.get("createdat") },
        expires: { name: "expiresAt", value: row.get("expiresat") },
        clicks: parseCount(row.get("clicks")),
      });
    }),
};

import type { Refusal } from "../../domain/refusal/refusal.ts";
import { forEachRow } from "../csv.ts";
import type { CsvFormat } from "../format.ts";
import { warnings } from "../reason.ts";
import { parseCount, parseYesNo, splitLink, splitTags } from "../value.ts";

export const bitlyCsv: CsvFormat = {
  key: "bitly-csv",
  label: "Bitly, CSV",
  isOrdered: false,
  hasHeader: (columns) =>
    (columns.has("link") && columns.has("customlink") && columns.has("destinationurl")) ||
    (columns.has("bitlink") && columns.has("longurl")),
  read: ({ text }, collector) =>
    forEachRow(text, collector, (row) => {
      const link = row.get("link", "bitlink");
      const custom = row.get("customlink");
      const place = splitLink(custom || link);
      const status = row.get("status").toLowerCase();
      const isDeleted = status === "deleted" || status === "disabled";
      const said: Refusal[] = [];
      if (custom !== "") said.push(warnings.staysBehind(splitLink(link)?.host ?? "bit.ly"));
      if (isDeleted) said.push(warnings.deleted);
      if (parseYesNo(row.get("archived")) === true || status === "archived") said.push(warnings.archived);
      collector.add({
        line: row.line,
        text: row.text,
        sources: place === null ? [] : [{ kind: "alias", ...place }],
        target: row.get("destinationurl", "longurl"),
        title: row.get("title"),
        tags: splitTags(row.get("tags"), ","),
        createdAt: { name: "Date created", value: row.get("datecreated", "created") },
        clicks: parseCount(row.get("engagements", "clicks")),
        isPaused: isDeleted,
        warnings: said,
      });
    }),
};

import { forEachRow } from "../csv.ts";
import type { CsvFormat } from "../format.ts";
import { parseCount, parseYesNo, splitTags } from "../value.ts";

export const rebrandlyCsv: CsvFormat = {
  key: "rebrandly-csv",
  label: "Rebrandly (names of its API), CSV",
  isOrdered: false,
  hasHeader: (columns) => columns.has("slashtag") && columns.has("destination"),
  read: ({ text }, collector) =>
    forEachRow(text, collector, (row) => {
      const host = row.get("domain", "domainname", "domainfullname") || row.get("shorturl").split("/")[0];
      const slug = row.get("slashtag");
      collector.add({
        line: row.line,
        text: row.text,
        sources: slug === "" ? [] : [{ kind: "alias", slug, host }],
        target: row.get("destination"),
        title: row.get("title"),
        description: row.get("description"),
        tags: splitTags(row.get("tags"), ","),
        createdAt: { name: "createdAt", value: row.get("createdat") },
        clicks: parseCount(row.get("clicks")),
        forwardQuery: parseYesNo(row.get("forwardparameters")) ?? undefined,
      });
    }),
};

import { forEachRow } from "../csv.ts";
import type { CsvFormat } from "../format.ts";
import { toPizzaDraft } from "../redirect-pizza.ts";
import { parseYesNo, splitTags } from "../value.ts";

export const redirectPizzaCsv: CsvFormat = {
  key: "redirectpizza-csv",
  label: "redirect.pizza, CSV",
  isOrdered: false,
  hasHeader: (columns) => ["sources", "destination", "redirecttype"].every((name) => columns.has(name)),
  read: ({ text }, collector) =>
    forEachRow(text, collector, (row) => {
      const draft = toPizzaDraft({
        sources: row
          .get("sources")
          .split(/\s+/)
          .filter((source) => source !== ""),
        destination: row.get("destination"),
        type: row.get("redirecttype"),
        keepsQuery: parseYesNo(row.get("keepquerystring")) ?? false,
        forwardsPath: parseYesNo(row.get("uriforwarding")) ?? false,
        isPaused: parseYesNo(row.get("paused")) ?? false,
        tags: splitTags(row.get("tags"), ","),
        notes: row.get("notes"),
      });
      if ("reason" in draft) collector.refuse(row.line, row.text, draft.reason);
      else collector.add({ line: row.line, text: row.text, ...draft });
    }),
};

import { forEachRow } from "../csv.ts";
import { toEasyredirDraft } from "../easyredir.ts";
import type { CsvFormat } from "../format.ts";

export const easyredirCsv: CsvFormat = {
  key: "easyredir-csv",
  label: "EasyRedir (urllo), CSV",
  isOrdered: false,
  hasHeader: (columns) => columns.has("sourceurls") && columns.has("targeturl"),
  read: ({ text }, collector) =>
    forEachRow(text, collector, (row) => {
      const draft = toEasyredirDraft({
        sources: row.get("sourceurls").split(/\s+/),
        target: row.get("targeturl"),
        type: row.get("responsetype"),
        forwardPath: row.get("forwardpath"),
        forwardParams: row.get("forwardparams"),
      });
      if ("reason" in draft) collector.refuse(row.line, row.text, draft.reason);
      else collector.add({ line: row.line, text: row.text, ...draft });
    }),
};

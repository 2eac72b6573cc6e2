import { refuse } from "../../domain/refusal/refusal.ts";
import type { Collector } from "../collector.ts";
import { readLayout, stopAtUnknown, toLayout, type Column, type Layout } from "../csv-column.ts";
import { toCsvDraft } from "../csv-row.ts";
import { finishTable, readCsvTable, splitHeader, type CsvRecord } from "../csv.ts";
import type { Format } from "../format.ts";

const HEADLESS: Column[] = ["source", "destination", "status"];
const headless = toLayout(HEADLESS);

/** CSV of an unknown tool: with a header of usual names, or FROM,TO[,STATUS] without one. */
export const csv: Format = {
  key: "csv",
  label: "CSV with a header of usual names, or FROM,TO[,STATUS]",
  read: ({ text }, collector, options) => {
    const table = readCsvTable(text);
    const { title, header, records } = splitHeader(table.records);
    const layout = header === undefined ? null : readLayout(header, table.records, options);
    if (layout !== null && header !== undefined) {
      if (title !== undefined) collector.ignore(title.line, "title");
      collector.ignore(header.line, "header");
      stopAtUnknown(layout, header, records);
      for (const record of records) readRecord(record, layout, collector);
    } else {
      for (const record of table.records) {
        const isLong = record.cells.slice(HEADLESS.length).some((cell) => cell !== "");
        if (isLong) collector.refuse(record.line, record.text, refuse("file_columns"));
        else readRecord(record, headless, collector);
      }
    }
    finishTable(table, collector);
  },
};

function readRecord({ line, text, cells }: CsvRecord, layout: Layout, collector: Collector): void {
  collector.take(line, text, toCsvDraft(cells, layout));
}

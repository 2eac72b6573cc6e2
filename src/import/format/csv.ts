import { refuse } from "../../domain/refusal/refusal.ts";
import type { Collector } from "../collector.ts";
import { readLayout, stopAtUnknown, toLayout, type Column, type Layout } from "../csv-column.ts";
import { toCsvDraft } from "../csv-row.ts";
import { finishTable, readCsvTable, splitHeader, type CsvRecord } from "../csv.ts";
import type { Format } from "../format.ts";
import { readLines } from "../line.ts";
import { parseCode } from "../value.ts";

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

/**
 * FROM, TO and an optional STATUS, one pair per line. Several tabs in a row count as one, so that
 * aligned columns work. A list contains paths: only a final `/*` is a pattern.
 */
export const tsv: Format = {
  key: "tsv",
  label: "FROM<TAB>TO[<TAB>STATUS]",
  read: ({ text }, collector) => {
    for (const { line, text: content } of readLines(text, collector)) {
      const [source = "", target, statusText, ...rest] = content.split(/\t+/).map((cell) => cell.trim());
      const code = statusText === undefined ? {} : parseCode(statusText);
      const isLiteral = /\/:/.test(source.replace(/^https?:\/\//i, ""));
      if (target === undefined) collector.refuse(line, content, refuse("file_no_tab"));
      else if (rest.length > 0)
        collector.refuse(line, content, refuse("file_form", { words: "FROM<TAB>TO[<TAB>STATUS]" }));
      else {
        collector.take(line, content, {
          sources: [{ kind: "list", text: source }],
          target,
          warnings: [isLiteral && refuse("file_literal_capture")],
          ...code,
        });
      }
    }
  },
};

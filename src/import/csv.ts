import { refuse } from "../domain/refusal/refusal.ts";
import { parse } from "csv-parse/browser/esm/sync";
import type { Collector } from "./collector.ts";
import { MOST_CHARACTERS } from "./limit.ts";
import { UnreadableFile } from "./row.ts";

/** One record of a CSV file: its cells, trimmed, and the 1-based line on which it begins. */
export interface CsvRecord {
  line: number;
  /** The line in its original form. */
  text: string;
  cells: string[];
}

interface CsvTable {
  records: CsvRecord[];
  delimiter: string;
  /** Lines of comments and blank rows. */
  ignored: { line: number; reason: string }[];
  /** The line of a quote that never closes. Nothing after it was read. */
  openQuoteAt: number | null;
  /** Records with a cell that is longer than any field. */
  tooLong: CsvRecord[];
}

const DELIMITERS = [",", ";", "\t", "|"];
/** The most characters of all cells of a record together. */
const MOST_LINE_CHARACTERS = 1_000_000;
const SEPARATOR_LINE = /^sep=(.)$/i;
/** Replaces the number sign of a cell such as `#REF!`, so that it begins no comment. */
const HIDDEN_SIGN = "\uE023";
const CELL_ERROR = /^#(?=(?:REF!|N\/A|NAME\?|VALUE!|DIV\/0!|NUM!|NULL!))/gm;

/**
 * Splits CSV into records. A first line `sep=;` names the delimiter; otherwise the most frequent one in
 * the first record is used. The apostrophe by which an export protects a cell is removed.
 * @param delimiter overrides the detected delimiter
 */
export function readCsvTable(content: string, delimiter?: string): CsvTable {
  const lines = content.split("\n");
  const separator = SEPARATOR_LINE.exec(lines[0]?.trim() ?? "")?.[1];
  const skipped = separator === undefined ? 0 : 1;
  const taken = delimiter ?? separator ?? findDelimiter(lines.slice(skipped));
  const table: CsvTable = { records: [], delimiter: taken, ignored: [], openQuoteAt: null, tooLong: [] };
  // The parser is slow for long lines, which no tool writes, so it does not get them.
  for (const [index, text] of lines.entries()) {
    if (text.length <= MOST_LINE_CHARACTERS) continue;
    table.tooLong.push({ line: index + 1, text: text.slice(0, MOST_CHARACTERS), cells: [] });
    lines[index] = "";
  }
  const isWhole = skipped === 0 && table.tooLong.length === 0;
  const body = isWhole ? content : lines.slice(skipped).join("\n");
  if (skipped === 1) table.ignored.push({ line: 1, reason: "separator" });

  let lastLine = 0;
  let isOpen = false;
  const numberOf = (line: number) => line + skipped;
  try {
    parse(body.replace(CELL_ERROR, HIDDEN_SIGN), {
      delimiter: taken,
      record_delimiter: "\n",
      comment: "#",
      comment_no_infix: true,
      relax_column_count: true,
      // It makes an error of each line with another number of cells, which is slow for many empty ones.
      skip_empty_lines: true,
      relax_quotes: true,
      trim: true,
      skip_records_with_error: true,
      on_skip: () => {
        isOpen = true;
        return undefined;
      },
      on_record: (record: string[], info) => {
        const breaks = record.join("").split("\n").length - 1;
        const line = info.lines - breaks;
        for (let blank = lastLine + 1; blank < line; blank++) ignoreLine(blank);
        lastLine = info.lines;
        const text = lines[numberOf(line) - 1] ?? "";
        if (record.some((cell) => cell.length > MOST_CHARACTERS)) {
          table.tooLong.push({ line: numberOf(line), text, cells: [] });
          return null;
        }
        const cells = record.map(toCell);
        if (cells.every((cell) => cell === "")) {
          table.ignored.push({ line: numberOf(line), reason: "empty" });
        } else if (cells[0]?.startsWith("#") === true && !isCellError(cells[0])) {
          table.ignored.push({ line: numberOf(line), reason: "comment" });
        } else {
          table.records.push({ line: numberOf(line), text, cells });
        }
        return null;
      },
    });
  } catch (error) {
    throw new UnreadableFile(refuse("file_unreadable_csv", { text: toMessage(error) }));
  }
  const bodyLines = lines.length - skipped;
  for (let line = lastLine + 1; line <= bodyLines; line++) {
    const text = lines[numberOf(line) - 1] ?? "";
    if (text.trim() === "" || text.trimStart().startsWith("#")) {
      if (text.trim() !== "" || line < bodyLines) ignoreLine(line);
    } else if (isOpen) {
      table.openQuoteAt = numberOf(line);
      break;
    }
  }
  return table;

  function ignoreLine(line: number): void {
    if (table.tooLong.some((record) => record.line === numberOf(line))) return;
    const text = lines[numberOf(line) - 1] ?? "";
    table.ignored.push({ line: numberOf(line), reason: text.trim() === "" ? "empty" : "comment" });
  }
}

function toMessage(error: unknown): string {
  return error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
}

/** Exports put an apostrophe before cells that a spreadsheet would execute. */
const PROTECTED_CELL = /^'(?=[=+\-@\t\r\n])/;

function toCell(raw: string): string {
  return raw.trim().replace(HIDDEN_SIGN, "#").replace(PROTECTED_CELL, "");
}

/** Returns whether a cell holds an error of a spreadsheet such as `#REF!`. */
export function isCellError(cell: string): boolean {
  return /^#(?:REF!|N\/A|NAME\?|VALUE!|DIV\/0!|NUM!|NULL!)$/.test(cell);
}

/** Returns the delimiter that is most frequent outside quotes in the first record. */
function findDelimiter(lines: string[]): string {
  const first = lines.find((line) => line.trim() !== "" && !line.startsWith("#")) ?? "";
  const bare = first.slice(0, 65_536).replace(/"[^"]*"/g, "");
  const count = (delimiter: string) => bare.split(delimiter).length - 1;
  return DELIMITERS.reduce((best, next) => (count(next) > count(best) ? next : best));
}

/** Returns one spelling for all names of a column: only lower case letters and digits. */
export function toColumnName(cell: string): string {
  return cell.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

/** Finds the header of a table. Some reports have a line with a title above it. */
export function splitHeader(all: CsvRecord[]): {
  title?: CsvRecord;
  header?: CsvRecord;
  records: CsvRecord[];
} {
  const [first, second] = all;
  if (first === undefined) return { records: [] };
  const filled = first.cells.filter((cell) => cell !== "").length;
  if (filled === 1 && second !== undefined && second.cells.length > 1 && !/[/:]/.test(first.cells[0] ?? "")) {
    return { title: first, header: second, records: all.slice(2) };
  }
  return { header: first, records: all.slice(1) };
}

/** Reports comments, blank rows and an unclosed quote to the collector. */
export function finishTable(table: CsvTable, collector: Collector): void {
  for (const { line, reason } of table.ignored) collector.ignore(line, reason);
  for (const { line, text } of table.tooLong) collector.refuse(line, text, refuse("file_too_long"));
  if (table.openQuoteAt !== null) collector.refuse(table.openQuoteAt, "", refuse("file_open_quote"));
}

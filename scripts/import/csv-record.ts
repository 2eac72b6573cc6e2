import { parse } from "csv-parse/sync";
import { normalizeLineEndings } from "./line.ts";

/** One record of a CSV file: its cells, trimmed, and the 1-based line on which it begins. */
export interface CsvRecord {
  line: number;
  cells: string[];
}

/**
 * Splits CSV into records, by comma, or by semicolon where the first row has no comma. Blank rows
 * and rows that start with `#` are left out. A quote that never closes ends the file: its line is
 * `unclosedQuoteAt`.
 */
export function readCsvRecords(text: string): {
  records: CsvRecord[];
  comments: number;
  unclosedQuoteAt: number | null;
} {
  // The parser counts a CRLF inside quotes as two lines.
  const content = normalizeLineEndings(text);
  const lines = content.split("\n");
  const firstRow = lines.find((line) => line.trim() !== "" && !isComment(line)) ?? "";

  const records: CsvRecord[] = [];
  let comments = 0;
  let commentsSeenByParser = 0;
  let lastLineRead = 0;
  let isQuoteUnclosed = false;

  parse(content, {
    delimiter: !firstRow.includes(",") && firstRow.includes(";") ? ";" : ",",
    record_delimiter: "\n",
    comment: "#",
    comment_no_infix: true,
    relax_column_count: true,
    relax_quotes: true,
    trim: true,
    skip_records_with_error: true,
    on_skip: () => {
      isQuoteUnclosed = true;
      return undefined;
    },
    on_record: (record: string[], info) => {
      const cells = record.map((cell) => cell.trim());
      const lineBreaks = record.join("").split("\n").length - 1;
      commentsSeenByParser = info.comment_lines;
      lastLineRead = info.lines;
      if (isComment(cells[0] ?? "")) comments += 1;
      else if (cells.some((cell) => cell !== "")) {
        records.push({ line: info.lines - lineBreaks, cells });
      }
      return null;
    },
  });

  const unread = lines.slice(lastLineRead);
  const firstUnread = unread.findIndex((line) => !isComment(line));
  const unreadComments = isQuoteUnclosed ? unread.slice(0, firstUnread) : unread.filter(isComment);
  return {
    records,
    comments: comments + commentsSeenByParser + unreadComments.length,
    unclosedQuoteAt: isQuoteUnclosed ? lastLineRead + firstUnread + 1 : null,
  };
}

const isComment = (line: string) => line.trimStart().startsWith("#");

import { type CsvRecord, readCsvRecords } from "./csv-record.ts";
import {
  type ParsedList,
  type ParsedRow,
  parseRedirectStatus,
  redirectStatusList,
  type Refusal,
  withoutUndefined,
} from "./row.ts";

/** The names that a header may give each column. */
const columnNames = {
  source: ["url", "from", "source", "old"],
  target: ["destination", "to", "target", "new"],
  status: ["status", "code"],
  alias: ["alias"],
  host: ["host"],
  title: ["title"],
  description: ["description"],
  tags: ["tags"],
  forwardPath: ["forward_path"],
  forwardQuery: ["forward_query"],
  expires: ["expires"],
};

type Column = keyof typeof columnNames;
const columns = Object.keys(columnNames) as Column[];
const headless: Column[] = ["source", "target", "status"];

/**
 * Reads CSV with a header (any order, names without regard to case, unknown columns ignored) or
 * without one (`FROM,TO[,STATUS]`). An empty cell says nothing; `tags` are separated by `;`. A row
 * with an alias is a short link, any other a redirect.
 */
export function readCsv(text: string): ParsedList {
  const { records, comments, unclosedQuoteAt } = readCsvRecords(text);
  const list: ParsedList = { rows: [], problems: [], comments };

  const header = records[0] && toHeader(records[0]);
  if (header && !header.includes("target")) {
    const reason = `no column is named ${columnNames.target.join(", ")}`;
    list.problems.push({ line: records[0]?.line ?? 1, source: "", reason, kind: "failed" });
    return list;
  }
  for (const { line, cells } of header ? records.slice(1) : records) {
    const value = (column: Column) => cells[(header ?? headless).indexOf(column)] || undefined;
    const isTooLong = !header && cells.slice(headless.length).some((cell) => cell !== "");
    const parsed = isTooLong
      ? { reason: "more than three columns, and no header that names them" }
      : toRow(line, value);
    if (!("reason" in parsed)) list.rows.push(parsed);
    else {
      const source = value("alias") ?? value("source") ?? "";
      list.problems.push({ line, source, reason: parsed.reason, kind: "failed" });
    }
  }

  if (unclosedQuoteAt !== null) {
    const reason = "a quote opens here and never closes; nothing from here on was read";
    list.problems.push({ line: unclosedQuoteAt, source: "", reason, kind: "failed" });
  }
  return list;
}

/** Returns the column that each cell of a header names; null if the record is not a header. */
function toHeader({ cells }: CsvRecord): (Column | undefined)[] | null {
  const header = cells.map((cell) =>
    columns.find((column) => columnNames[column].includes(cell.toLowerCase())),
  );
  const isHeader = header.some((column) => column === "source" || column === "target");
  return isHeader ? header : null;
}

function toRow(line: number, value: (column: Column) => string | undefined): ParsedRow | Refusal {
  const target = value("target");
  const statusText = value("status");
  const status = statusText === undefined ? undefined : parseRedirectStatus(statusText);
  const forwardPath = parseBoolean(value("forwardPath"));
  const forwardQuery = parseBoolean(value("forwardQuery"));

  if (target === undefined) return { reason: "no target" };
  if (status === null) return { reason: `"${statusText}" is not one of ${redirectStatusList}` };
  if (forwardPath === null)
    return { reason: `forward_path "${value("forwardPath")}" is not true, false, yes, no, 1 or 0` };
  if (forwardQuery === null) {
    return { reason: `forward_query "${value("forwardQuery")}" is not true, false, yes, no, 1 or 0` };
  }
  const tags = value("tags")
    ?.split(";")
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "");
  return withoutUndefined({
    line,
    source: value("source") ?? "",
    target,
    status,
    forwardPath,
    forwardQuery,
    tags,
    host: value("host"),
    alias: value("alias"),
    title: value("title"),
    description: value("description"),
    expires: value("expires"),
  });
}

/** Reads a yes or no in the spellings of spreadsheets; null for anything else. */
function parseBoolean(text: string | undefined): boolean | undefined | null {
  if (text === undefined) return undefined;
  if (/^(true|yes|1)$/i.test(text)) return true;
  return /^(false|no|0)$/i.test(text) ? false : null;
}

import { chunk } from "../../runtime/chunk.ts";
import type { PlainStatement } from "../statement.ts";
import { BACKED_UP } from "./table.ts";

/** Reads the tables of a backup in pages, each by one query. The Worker and the operator's commands share it. */

export type RunQuery = (statement: PlainStatement) => Promise<Record<string, unknown>[]>;

/** The values of a row's primary key. */
type Key = (string | number)[];

export interface BackupPosition {
  /** The index in `BACKED_UP`. */
  table: number;
  /** The key of the last row that was read; null before the first. */
  after: Key | null;
}

export const START: BackupPosition = { table: 0, after: null };

interface BackupPage {
  table: string;
  columns: string[];
  /** True for the table's first page. A table without rows also has one. */
  isFirst: boolean;
  /** The rows, each as a JSON array of the columns. */
  lines: string[];
  next: BackupPosition;
}

/** A page ends with the line that reaches this size, in bytes of UTF-8. */
const PAGE_BYTES = 500_000;
const MAX_PAGE_LINES = 5_000;
const FIRST_PAGE_LINES = 50;

/** The name of a column, and its place in the primary key, counted from 1; 0 if it is not in the key. */
export interface ColumnInfo {
  name: string;
  isBlob: boolean;
  key: number;
}

/** Reads the columns of a table that are not computed. A missing table has none. */
export async function readColumns(
  query: RunQuery,
  table: string,
  without: readonly string[] = [],
): Promise<ColumnInfo[]> {
  const rows = (await query({
    sql: "SELECT name, type, pk, hidden FROM pragma_table_xinfo(?1)",
    parameters: [table],
  })) as { name: string; type: string; pk: number; hidden: number }[];
  return rows
    .filter(({ name, hidden }) => hidden === 0 && !without.includes(name))
    .map(({ name, type, pk }) => ({ name, isBlob: type === "BLOB", key: pk }));
}

/**
 * Reads the tables page by page, starting at a position. Throws as the query does.
 * @param wanted the columns to read of each table, in their order; other tables are left out. All by default
 */
export async function* readTables(
  query: RunQuery,
  from: BackupPosition,
  wanted?: Map<string, string[]>,
): AsyncGenerator<BackupPage> {
  let { after } = from;
  for (const [index, { name: table, without }] of BACKED_UP.entries()) {
    if (index < from.table || wanted?.has(table) === false) continue;
    const all = await readColumns(query, table, without);
    const infos = wanted?.get(table)?.map((column) => all.find(({ name }) => name === column)!) ?? all;
    const columns = infos.map(({ name }) => name);
    const key = infos.filter((info) => info.key > 0).toSorted((a, b) => a.key - b.key);
    let limit = FIRST_PAGE_LINES;
    for (let isLast = false; !isLast;) {
      const rows = (await query(selectLines(table, infos, key, after, limit))) as unknown as LineRow[];
      const lines = rows.map(({ line }) => line);
      const bytes = rows.at(-1)?.bytes ?? 0;
      isLast = rows.length < limit && bytes < PAGE_BYTES;
      const isFirst = after === null;
      if (!isLast) after = readKey(lines.at(-1) ?? "", columns, key);
      yield {
        table,
        columns,
        isFirst,
        lines,
        next: isLast ? { table: index + 1, after: null } : { table: index, after },
      };
      limit = Math.min(MAX_PAGE_LINES, Math.ceil((PAGE_BYTES / Math.max(bytes, 1)) * rows.length) + 1);
    }
    after = null;
  }
}

interface LineRow {
  line: string;
  /** The total size of this line and all before it. */
  bytes: number;
}

function selectLines(
  table: string,
  columns: ColumnInfo[],
  key: ColumnInfo[],
  after: Key | null,
  limit: number,
): PlainStatement {
  const names = key.map(({ name }) => name).join(", ");
  const marks = key.map((_, index) => `?${index + 1}`).join(", ");
  const behind = after === null ? "" : `WHERE (${names}) > (${marks})`;
  return {
    // The inner query reads the rows of one page in key order.
    sql: `SELECT line, bytes FROM (
        SELECT line, size, sum(size) OVER (ORDER BY place) AS bytes FROM (
          SELECT line, length(CAST(line AS BLOB)) AS size, row_number() OVER () AS place FROM (
            SELECT ${toLine(columns)} AS line FROM ${table} ${behind} ORDER BY ${names} LIMIT ${limit})))
      WHERE bytes - size < ${PAGE_BYTES}`,
    parameters: after ?? [],
  };
}

/** D1 accepts at most 32 arguments of a function. */
const MAX_ARGUMENTS = 32;

/**
 * Returns SQL for a row as a JSON array. No value ends in a bracket, so that only the array's brackets are cut off.
 * @param row what stands before the names of columns, such as `t.`
 */
export function toLine(columns: ColumnInfo[], row = ""): string {
  const values = columns.map(({ name, isBlob }) =>
    isBlob ? `iif(${row}${name} IS NULL, NULL, hex(${row}${name}))` : `${row}${name}`,
  );
  const parts = chunk(values, MAX_ARGUMENTS).map((part) => `trim(json_array(${part.join(", ")}), '[]')`);
  return `'[' || ${parts.join(" || ',' || ")} || ']'`;
}

function readKey(line: string, columns: string[], key: ColumnInfo[]): Key {
  const values = JSON.parse(line) as Key;
  return key.map(({ name }) => values[columns.indexOf(name)] ?? "");
}

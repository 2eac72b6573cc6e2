import type { LinkRecord } from "../../domain/record.ts";
import type { RecordFilter, Sort, SortField } from "../../domain/record-filter.ts";
import type { Reach } from "../../domain/reach.ts";
import { hostsOf, runtimesOf, toConditions, toHostScope, toScope, type Driver } from "./filter-sql.ts";
import { chooseListOrder, MAX_ROWS, rowsOfRecord, type ListOrder } from "./list-order.ts";
import { toRecord, type RecordRow } from "./row.ts";

/** Pages of records by keyset: a page begins behind a row, so inserted and deleted rows do not shift it. */

/** The position of a row in an order: the value that is sorted by, and the id for rows of equal value. */
export type Position = [value: number | string, id: string];

interface PageRequest {
  filter: RecordFilter;
  sort: Sort;
  /** The page begins behind this row; null for the first page. */
  after: Position | null;
  limit: number;
}

/** Records of a page, in order. */
interface RecordList {
  items: LinkRecord[];
  /** Where reading stopped before the page was full; null if it is full, or the list came to its end. */
  end: Position | null;
  /** Whether the hostnames of the caller have too many records for the order that is asked for. */
  isTooLong?: boolean;
}

/** The column of a sort. Ids contain the time of creation, so one order and one index serve both. */
export const SORT_COLUMNS: Record<SortField, "id" | "updated_at" | "total_clicks"> = {
  id: "id",
  created_at: "id",
  updated_at: "updated_at",
  total_clicks: "total_clicks",
};

/** How many of a list of ids a page looks up. */
const MAX_IDS = 1_100;

/**
 * Selects a page of the records of a workspace. It reads no more rows than a page may, and then answers
 * what it found and where to go on (contract 13.17).
 */
export async function selectRecordList(
  db: D1Database,
  reach: Reach,
  page: PageRequest,
  nowMs: number,
): Promise<RecordList> {
  const { filter, sort } = page;
  if (runtimesOf(filter).length === 0) return { items: [], end: null };
  const isById = SORT_COLUMNS[sort.field] === "id";
  if (filter.ids !== undefined && isById) return selectByIds(db, reach, page, filter.ids, nowMs);
  const order = await chooseListOrder(db, reach, filter, isById, nowMs);
  switch (order.kind) {
    case "empty":
      return { items: [], end: null };
    case "too_long":
      return { items: [], end: null, isTooLong: true };
    case "driven":
      return { items: await selectDriven(db, reach, page, nowMs, order.driver), end: null };
    case "scan":
      return scan(db, reach, page, order, nowMs);
  }
}

/** Reads all records that an index finds, and sorts them. */
async function selectDriven(
  db: D1Database,
  reach: Reach,
  { filter, sort, after, limit }: PageRequest,
  nowMs: number,
  driver: Driver | "hosts",
): Promise<LinkRecord[]> {
  const scope =
    driver === "hosts"
      ? toHostScope(reach, hostsOf(reach, filter) ?? [], filter, nowMs)
      : toScope(reach, filter, nowMs, driver);
  const behind = after === null ? { text: "", parameters: [] } : behindPosition(sort, after, "+");
  const { results } = await db
    .prepare(
      `SELECT r.* FROM ${scope.from} WHERE ${scope.where}${behind.text}
       ORDER BY ${orderBy(sort, "+r.")} LIMIT ${limit}`,
    )
    .bind(...scope.parameters, ...behind.parameters)
    .all<RecordRow>();
  return results.map(toRecord);
}

/** Reads the records of a list of ids, as many ids as a page may look up. */
async function selectByIds(
  db: D1Database,
  reach: Reach,
  page: PageRequest,
  ids: string[],
  nowMs: number,
): Promise<RecordList> {
  const { sort, after, limit } = page;
  const sorted = [...new Set(ids)].toSorted();
  const ordered = sort.isDescending ? sorted.toReversed() : sorted;
  const isBehind = (id: string) => after === null || (sort.isDescending ? id < after[1] : id > after[1]);
  const left = ordered.filter(isBehind);
  const part = left.slice(0, MAX_IDS);
  const request = { ...page, filter: { ...page.filter, ids: part } };
  const items = await selectDriven(db, reach, request, nowMs, "ids");
  const last = part.at(-1);
  const isCut = left.length > part.length && items.length < limit && last !== undefined;
  return { items, end: isCut ? [last, last] : null };
}

/** Reads records in the order of the page, as many as a page may, and keeps those that the filter matches. */
async function scan(
  db: D1Database,
  reach: Reach,
  { filter, sort, after, limit }: PageRequest,
  { parts, rowsRead }: Extract<ListOrder, { kind: "scan" }>,
  nowMs: number,
): Promise<RecordList> {
  const conditions = toConditions(reach, filter, nowMs);
  const behind = after === null ? { text: "", parameters: [] } : behindPosition(sort, after, "");
  // The rows are read for the page, and once more to learn where it stopped.
  const most = Math.floor((MAX_ROWS - rowsRead) / (1 + rowsOfRecord(filter)));
  // Each part is in order: SQLite merges them as it reads, and stops at the limit.
  const inOrder = (columns: string) =>
    `${parts
      .map(({ from, where }) => `SELECT ${columns} FROM ${from} WHERE ${where}${behind.text}`)
      .join(" UNION ALL ")} ORDER BY ${orderBy(sort, "")}`;
  const parameters = parts.flatMap((part) => [...part.parameters, ...behind.parameters]);
  const { results } = await db
    .prepare(`SELECT r.* FROM (${inOrder("r.*")} LIMIT ${most}) r WHERE ${conditions.text} LIMIT ${limit}`)
    .bind(...parameters, ...conditions.parameters)
    .all<RecordRow>();
  const items = results.map(toRecord);
  if (items.length === limit) return { items, end: null };
  const column = SORT_COLUMNS[sort.field];
  const stopped = await db
    .prepare(`${inOrder(column === "id" ? "r.id" : `r.id, r.${column}`)} LIMIT 1 OFFSET ${most - 1}`)
    .bind(...parameters)
    .first<Record<"id", string> & Record<"updated_at" | "total_clicks", number>>();
  return { items, end: stopped === null ? null : [stopped[column], stopped.id] };
}

/** @param plus a plus sign where no index is to be used on these columns */
function behindPosition(
  { field, isDescending }: Sort,
  [value, id]: Position,
  plus: "" | "+",
): { text: string; parameters: unknown[] } {
  const column = SORT_COLUMNS[field];
  const operator = isDescending ? "<" : ">";
  if (column === "id") return { text: ` AND ${plus}r.id ${operator} ?`, parameters: [id] };
  return { text: ` AND (${plus}r.${column}, ${plus}r.id) ${operator} (?, ?)`, parameters: [value, id] };
}

function orderBy({ field, isDescending }: Sort, prefix: string): string {
  const direction = isDescending ? "DESC" : "ASC";
  const columns = SORT_COLUMNS[field] === "id" ? ["id"] : [SORT_COLUMNS[field], "id"];
  return columns.map((column) => `${prefix}${column} ${direction}`).join(", ");
}

/** Returns the position of a record in an order. */
export function positionOf(record: LinkRecord, { field }: Sort): Position {
  const value = { id: record.id, updated_at: record.updatedAtMs, total_clicks: record.totalClicks }[
    SORT_COLUMNS[field]
  ];
  return [value, record.id];
}

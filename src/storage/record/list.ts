import type { LinkRecord } from "../../domain/record.ts";
import { isEmptyFilter, type RecordFilter, type Sort, type SortField } from "../../domain/record-filter.ts";
import type { Reach } from "../../domain/reach.ts";
import { familiesOf, toConditions, toScope, type Driver } from "./filter-sql.ts";
import { chooseListOrder, MAX_ROWS, rowsOfRecord, type ListOrder } from "./list-order.ts";
import { toRecord, type RecordRow } from "./row.ts";

/** Pages of records by keyset: a page begins after a row, so inserted and deleted rows do not shift it. */

/** The position of a row in an order: the sorted value, and the id for rows of equal value. */
export type Position = [value: number | string, id: string];

interface PageRequest {
  filter: RecordFilter;
  sort: Sort;
  /** The page begins after this row; null for the first page. */
  after: Position | null;
  limit: number;
}

interface RecordList {
  items: LinkRecord[];
  /** The position at which reading stopped before the page was full; null if it is full, or the list has ended. */
  end: Position | null;
  /** Says whether the hostnames of the caller have too many records for the requested order. */
  isTooLong?: boolean;
}

/** The column of a sort. Ids contain the time of creation, so one order and one index serve both. */
export const SORT_COLUMNS: Record<SortField, "id" | "updated_at" | "total_clicks"> = {
  id: "id",
  created_at: "id",
  updated_at: "updated_at",
  total_clicks: "total_clicks",
};

/** The most ids of a list that a page looks up. */
const MAX_IDS = 1_100;

/**
 * Selects a page of the records of a workspace. Reads at most the rows of a page, and then returns the found
 * records and the position at which to continue (contract 13.17).
 */
export async function selectRecordList(
  db: D1Database,
  reach: Reach,
  page: PageRequest,
  nowMs: number,
): Promise<RecordList> {
  const { filter, sort } = page;
  if (familiesOf(filter).length === 0) return { items: [], end: null };
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
    case "merge":
      return merge(db, reach, page, order, nowMs);
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
  driver: Driver,
): Promise<LinkRecord[]> {
  const scope = toScope(reach, filter, nowMs, driver);
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

/** Reads ids of claims or tags in the order of the page, at most the rows of a page. Keeps the ids that the filter matches. */
async function merge(
  db: D1Database,
  reach: Reach,
  page: PageRequest,
  { sources, rowsRead }: Extract<ListOrder, { kind: "merge" }>,
  nowMs: number,
): Promise<RecordList> {
  const { filter, sort, after, limit } = page;
  const { isDescending } = sort;
  const most = Math.floor((MAX_ROWS - rowsRead) / (3 + rowsOfRecord(reach, filter)));
  const even = shareOf(sources.counts, most);
  // Without a filter, a page needs at most `limit` records of one source.
  const share = isEmptyFilter(filter) && filter.runtime === undefined ? Math.min(even, limit) : even;
  const { results } = await db
    .prepare(
      `SELECT (SELECT json_group_array(id) FROM (
         SELECT r.id FROM ${sources.from}
         WHERE ${sources.where} AND r.id ${isDescending ? "<" : ">"} ?2
         ORDER BY r.id ${isDescending ? "DESC" : "ASC"} LIMIT ?3)) AS ids
       FROM json_each(?1) c`,
    )
    .bind(
      JSON.stringify(sources.values),
      after?.[1] ?? (isDescending ? "~" : ""),
      share,
      ...sources.parameters,
    )
    .all<{ ids: string }>();
  const lists = results.map(({ ids }) => JSON.parse(ids) as string[]);
  // After the first position at which a source was cut, records of that source may be missing.
  const cuts = lists.filter((ids) => ids.length >= share).flatMap((ids) => ids.at(-1) ?? []);
  const [end = null] = isDescending ? cuts.toSorted().toReversed() : cuts.toSorted();
  const isBefore = (id: string) => end === null || (isDescending ? id >= end : id <= end);
  const request = { ...page, filter: { ...filter, ids: lists.flat().filter(isBefore) } };
  const items = await selectDriven(db, reach, request, nowMs, "ids");
  return { items, end: end !== null && items.length < limit ? [end, end] : null };
}

/** Returns the number of rows of each part that can be read, so that at most `most` are read in total. */
function shareOf(counts: number[], most: number): number {
  let left = most;
  const sorted = counts.toSorted((a, b) => a - b);
  for (const [index, count] of sorted.entries()) {
    const share = Math.floor(left / (sorted.length - index));
    if (count > share) return Math.max(share, 1);
    left -= count;
  }
  return most;
}

/** Reads records in the order of the page, at most the rows of a page. Keeps the records that the filter matches. */
async function scan(
  db: D1Database,
  reach: Reach,
  { filter, sort, after, limit }: PageRequest,
  { parts, rowsRead }: Extract<ListOrder, { kind: "scan" }>,
  nowMs: number,
): Promise<RecordList> {
  const conditions = toConditions(reach, filter, nowMs);
  const behind = after === null ? { text: "", parameters: [] } : behindPosition(sort, after, "");
  // The rows are read for the page, and once more to find the position at which it stopped.
  const most = Math.floor((MAX_ROWS - rowsRead) / (1 + rowsOfRecord(reach, filter)));
  // Each part is in order, so that SQLite merges the parts while it reads, and stops at the limit.
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

/** @param plus a plus sign if no index should be used on these columns */
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

export function positionOf(record: LinkRecord, { field }: Sort): Position {
  const value = { id: record.id, updated_at: record.updatedAtMs, total_clicks: record.totalClicks }[
    SORT_COLUMNS[field]
  ];
  return [value, record.id];
}

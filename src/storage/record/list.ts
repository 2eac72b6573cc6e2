import type { LinkRecord } from "../../domain/record.ts";
import type { RecordFilter, Sort, SortField } from "../../domain/record-filter.ts";
import { toRecord, type RecordRow } from "./row.ts";
import { findUnselectiveIndexes } from "./selectivity.ts";
import { runtimesOf, toHostScope, toScope, type RecordScope, type UnselectiveIndexes } from "./filter-sql.ts";

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

/** The column of a sort. Ids contain the time of creation, so one order and one index serve both. */
export const SORT_COLUMNS: Record<SortField, "id" | "updated_at" | "total_clicks"> = {
  id: "id",
  created_at: "id",
  updated_at: "updated_at",
  total_clicks: "total_clicks",
};

/** Selects a page of the records of a workspace. */
export async function selectRecordPage(
  db: D1Database,
  workspaceId: string,
  page: PageRequest,
  nowMs: number,
): Promise<LinkRecord[]> {
  const unselective = await findUnselectiveIndexes(db, workspaceId, page.filter);
  const scopes = toScopes(workspaceId, page, nowMs, unselective);
  if (scopes.length === 0) return [];
  const parts = scopes.map((scope) => selectPart(scope, page));
  // Each part is in order: SQLite merges several parts as it reads them, and stops at the limit.
  const prefix = scopes.some(({ isDriven }) => isDriven) ? "+r." : "";
  const sql = `${parts.map((part) => part.sql).join(" UNION ALL ")}
    ORDER BY ${orderBy(page.sort, prefix)} LIMIT ${page.limit}`;
  const { results } = await db
    .prepare(sql)
    .bind(...parts.flatMap(({ parameters }) => parameters))
    .all<RecordRow>();
  return results.map(toRecord);
}

/** Returns the scopes whose rows make up a page; none if the filter contradicts itself. */
function toScopes(
  workspaceId: string,
  { filter, sort }: PageRequest,
  nowMs: number,
  unused: UnselectiveIndexes,
): RecordScope[] {
  const whole = toScope(workspaceId, filter, nowMs, { unused });
  if (whole.isDriven) return [whole];
  if (filter.host !== undefined && SORT_COLUMNS[sort.field] === "id") {
    return [toHostScope(workspaceId, filter, nowMs)];
  }
  // The index orders the rows within a runtime: each runtime is read as far as the page needs, then merged.
  return runtimesOf(filter).map((runtime) => toScope(workspaceId, filter, nowMs, { inOrder: runtime }));
}

function selectPart(
  scope: RecordScope,
  { sort, after }: PageRequest,
): { sql: string; parameters: unknown[] } {
  const behind = after === null ? { text: "", parameters: [] } : behindPosition(sort, after, scope.isDriven);
  return {
    sql: `SELECT r.* FROM ${scope.from} WHERE ${scope.where}${behind.text}`,
    parameters: [...scope.parameters, ...behind.parameters],
  };
}

function behindPosition(
  { field, isDescending }: Sort,
  [value, id]: Position,
  isDriven: boolean,
): { text: string; parameters: unknown[] } {
  const column = SORT_COLUMNS[field];
  const operator = isDescending ? "<" : ">";
  const plus = isDriven ? "+" : "";
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

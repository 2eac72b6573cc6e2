import type { LinkRecord } from "../../domain/record.ts";
import type { RecordFilter, Sort, SortField } from "../../domain/record-filter.ts";
import { toRecord, type RecordRow } from "./row.ts";
import { readDensity, type Density } from "./selectivity.ts";
import { runtimesOf, toHostScope, toScope, type RecordScope } from "./filter-sql.ts";

/** Pages of records by keyset: each starts behind a row, however many rows come and go meanwhile. */

/** Where a row stands in an order: the value that is sorted by, and the id that settles ties. */
export type Position = [value: number | string, id: string];

interface PageRequest {
  filter: RecordFilter;
  sort: Sort;
  /** The page behind this row; from the start where it is null. */
  after: Position | null;
  limit: number;
}

/** The column of a sort. Ids hold the moment of creation, so both are one order and one index. */
export const SORT_COLUMNS: Record<SortField, "id" | "updated_at" | "total_clicks"> = {
  id: "id",
  created_at: "id",
  updated_at: "updated_at",
  total_clicks: "total_clicks",
};

/** Rows in the order that is asked for, at most `limit` of them. */
export async function listRecords(
  db: D1Database,
  workspaceId: string,
  page: PageRequest,
  nowMs: number,
): Promise<LinkRecord[]> {
  const density = await readDensity(db, workspaceId, page.filter);
  const scopes = toScopes(workspaceId, page, nowMs, density);
  if (scopes.length === 0) return [];
  const parts = scopes.map((scope) => selectPart(scope, page));
  // Of several, each is in order already: SQLite merges them as it reads, and stops at the limit.
  const prefix = scopes.some(({ isDriven }) => isDriven) ? "+r." : "";
  const sql = `${parts.map((part) => part.sql).join(" UNION ALL ")}
    ORDER BY ${orderBy(page.sort, prefix)} LIMIT ${page.limit}`;
  const { results } = await db
    .prepare(sql)
    .bind(...parts.flatMap(({ parameters }) => parameters))
    .all<RecordRow>();
  return results.map(toRecord);
}

/** Where the rows of a page come from: none where the filter contradicts itself. */
function toScopes(
  workspaceId: string,
  { filter, sort }: PageRequest,
  nowMs: number,
  unused: Density,
): RecordScope[] {
  const whole = toScope(workspaceId, filter, nowMs, { unused });
  if (whole.isDriven) return [whole];
  if (filter.host !== undefined && SORT_COLUMNS[sort.field] === "id") {
    return [toHostScope(workspaceId, filter, nowMs)];
  }
  // Rows are in order within a runtime only: each is read as far as a page needs, and merged.
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

/** Where a record stands in an order. */
export function positionOf(record: LinkRecord, { field }: Sort): Position {
  const value = { id: record.id, updated_at: record.updatedAtMs, total_clicks: record.totalClicks }[
    SORT_COLUMNS[field]
  ];
  return [value, record.id];
}

import type { Reach } from "../../domain/reach.ts";
import type { RecordFilter } from "../../domain/record-filter.ts";
import { selectMostWithin, selectTaggedCount } from "../count/counters.ts";
import { driveByReach, searchPhrase, toConditions, toScope, type RecordScope } from "./filter-sql.ts";

/**
 * A scan of the records that match a filter, a bounded number of records in each step. If an index finds few
 * matches, the scan uses it. Otherwise a step reads the records of the workspace, or the results of full-text
 * search, in the order of their rows, and checks each against the filter.
 */

/** The columns to read of each matching record, as SQL; records are `r`. */
export interface ScanColumns {
  columns: string[];
  parameters: unknown[];
}

export interface Step {
  /** The values of the columns, for each matching record. */
  found: unknown[][];
  /** The position of the next step: a row within the workspace, or an index in a list of ids. Null at the end. */
  next: number | null;
}

interface Bounds {
  position: number;
  limit: number;
}

/** Selects the matching records of one step. */
export async function selectScanStep(
  db: D1Database,
  reach: Reach,
  filter: RecordFilter,
  columns: ScanColumns,
  bounds: Bounds,
  nowMs: number,
): Promise<Step> {
  const indexed = await findIndexedScope(db, reach, filter, bounds, nowMs);
  if (indexed === null) return scanRows(db, reach, filter, columns, bounds, nowMs);
  const { from, where, parameters } = indexed.scope;
  const { results } = await db
    .prepare(`SELECT ${toArray(columns)} AS found FROM ${from} WHERE ${where} ORDER BY r.row`)
    .bind(...columns.parameters, ...parameters)
    .all<{ found: string }>();
  return { found: results.map(({ found }) => JSON.parse(found) as unknown[]), next: indexed.next };
}

interface IndexedScope {
  scope: RecordScope;
  next: number | null;
}

/** Returns a scope whose index finds at most the records of a step; null if there is none. */
async function findIndexedScope(
  db: D1Database,
  reach: Reach,
  filter: RecordFilter,
  { position, limit }: Bounds,
  nowMs: number,
): Promise<IndexedScope | null> {
  const { ids, host, source, tags } = filter;
  if (ids !== undefined) {
    const sorted = [...new Set(ids)].toSorted();
    const end = position + limit;
    const scope = toScope(reach, { ...filter, ids: sorted.slice(position, end) }, nowMs);
    return { scope, next: end < sorted.length ? end : null };
  }
  const all = { scope: toScope(reach, filter, nowMs), next: null };
  if (host !== undefined && source) return all;
  if (position > 0) return null;
  if (tags !== undefined && (await selectTaggedCount(db, reach.workspaceId, tags)) <= limit) return all;
  if (((await selectMostWithin(db, reach, filter.host)) ?? Infinity) > limit) return null;
  return { scope: toScope(reach, filter, nowMs, "reach"), next: null };
}

/** The most records of a reach with limits for which every step reads only these records. */
export const READ_BY_REACH = 5_000;

/** The rows of a workspace begin at its number times this value. */
const ROWS = 2 ** 32;

const ALL = { from: "records r", where: [], parameters: [] };
const BY_SEARCH = {
  from: "record_search f CROSS JOIN records r ON r.row = f.rowid",
  where: ["f.search_text MATCH ?"],
};

async function scanRows(
  db: D1Database,
  reach: Reach,
  filter: RecordFilter,
  columns: ScanColumns,
  { position, limit }: Bounds,
  nowMs: number,
): Promise<Step> {
  const { workspaceId } = reach;
  const conditions = toConditions(reach, filter, nowMs);
  const isByReach = ((await selectMostWithin(db, reach)) ?? Infinity) <= READ_BY_REACH;
  const phrase = isByReach ? null : searchPhrase(filter);
  const [row, { from, where, parameters }] =
    phrase === null
      ? ["r.row", isByReach ? driveByReach(reach) : ALL]
      : ["f.rowid", { ...BY_SEARCH, parameters: [phrase] }];
  // Full-text search needs integers as bounds, and D1 binds numbers as floating-point values.
  const number = "(SELECT number FROM workspaces WHERE id = ?)";
  const { results } = await db
    .prepare(
      `SELECT r.row % ${ROWS} AS position, iif(${conditions.text}, ${toArray(columns)}, NULL) AS found
       FROM ${from}
       WHERE ${where.map((condition) => `${condition} AND `).join("")}
         ${row} > ${number} * ${ROWS} + CAST(? AS INTEGER) AND ${row} < (${number} + 1) * ${ROWS}
       ORDER BY ${row} LIMIT ?`,
    )
    .bind(
      ...conditions.parameters,
      ...columns.parameters,
      ...parameters,
      workspaceId,
      position,
      workspaceId,
      limit,
    )
    .all<{ position: number; found: string | null }>();
  return {
    found: results.flatMap(({ found }) => (found === null ? [] : [JSON.parse(found) as unknown[]])),
    next: results.length < limit ? null : (results.at(-1)?.position ?? null),
  };
}

function toArray({ columns }: ScanColumns): string {
  return `json_array(${columns.join(", ")})`;
}

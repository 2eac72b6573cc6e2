import type { RecordFilter } from "../../domain/record-filter.ts";
import { countTagged } from "../count/counters.ts";
import { searchPhrase, toConditions, toHostScope, toScope, type RecordScope } from "./filter-sql.ts";

/**
 * A walk over the records that a filter matches, a bounded number of them at a time. Few matches are
 * found by their own index. Else all records of the workspace, or all that full-text search finds,
 * are looked at in the order of their rows, and the filter tells of each whether it counts.
 */

/** What to read of each matching record; records are `r`. */
export interface Projection {
  columns: string[];
  parameters: unknown[];
}

interface Step {
  /** The columns of each matching record. */
  found: unknown[][];
  /** Where the next step goes on: a row within the workspace, or a place in a list of ids. Null at the end. */
  next: number | null;
}

interface Bounds {
  position: number;
  /** How many records are looked at. */
  limit: number;
}

export async function readStep(
  db: D1Database,
  workspaceId: string,
  filter: RecordFilter,
  projection: Projection,
  bounds: Bounds,
  nowMs: number,
): Promise<Step> {
  const few = await findFew(db, workspaceId, filter, bounds, nowMs);
  if (few === null) return walkRows(db, workspaceId, filter, projection, bounds, nowMs);
  const { from, where, parameters } = few.scope;
  const { results } = await db
    .prepare(`SELECT ${toArray(projection)} AS found FROM ${from} WHERE ${where} ORDER BY r.row`)
    .bind(...projection.parameters, ...parameters)
    .all<{ found: string }>();
  return { found: results.map(({ found }) => JSON.parse(found) as unknown[]), next: few.next };
}

interface Few {
  scope: RecordScope;
  next: number | null;
}

/** A scope whose index finds no more records than a step looks at; null where there is none. */
async function findFew(
  db: D1Database,
  workspaceId: string,
  filter: RecordFilter,
  { position, limit }: Bounds,
  nowMs: number,
): Promise<Few | null> {
  const { ids, host, source, tags } = filter;
  if (ids !== undefined) {
    const sorted = [...new Set(ids)].toSorted();
    const end = position + limit;
    const scope = toScope(workspaceId, { ...filter, ids: sorted.slice(position, end) }, nowMs);
    return { scope, next: end < sorted.length ? end : null };
  }
  const all = { scope: toScope(workspaceId, filter, nowMs), next: null };
  if (host !== undefined && source) return all;
  if (position > 0) return null;
  if (tags !== undefined && (await countTagged(db, workspaceId, tags)) <= limit) return all;
  if (host === undefined || (await countOnHost(db, workspaceId, host)) > limit) return null;
  return { scope: toHostScope(workspaceId, filter, nowMs), next: null };
}

async function countOnHost(db: D1Database, workspaceId: string, host: string): Promise<number> {
  const row = await db
    .prepare("SELECT record_count AS count FROM hosts WHERE name = ?1 AND workspace_id = ?2")
    .bind(host, workspaceId)
    .first<{ count: number }>();
  return row?.count ?? 0;
}

/** Rows of a workspace begin at its number times this. */
const ROWS = 2 ** 32;

async function walkRows(
  db: D1Database,
  workspaceId: string,
  filter: RecordFilter,
  projection: Projection,
  { position, limit }: Bounds,
  nowMs: number,
): Promise<Step> {
  const conditions = toConditions(workspaceId, filter, nowMs);
  const phrase = searchPhrase(filter);
  const [from, row] =
    phrase === null
      ? ["records r", "r.row"]
      : ["record_search f CROSS JOIN records r ON r.row = f.rowid", "f.rowid"];
  // Full-text search takes whole numbers only for bounds, and parameters come as floating-point ones.
  const number = "(SELECT number FROM workspaces WHERE id = ?)";
  const { results } = await db
    .prepare(
      `SELECT r.row % ${ROWS} AS position, iif(${conditions.text}, ${toArray(projection)}, NULL) AS found
       FROM ${from}
       WHERE ${phrase === null ? "" : "f.search_text MATCH ? AND "}
         ${row} > ${number} * ${ROWS} + CAST(? AS INTEGER) AND ${row} < (${number} + 1) * ${ROWS}
       ORDER BY ${row} LIMIT ?`,
    )
    .bind(
      ...conditions.parameters,
      ...projection.parameters,
      ...(phrase === null ? [] : [phrase]),
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

function toArray({ columns }: Projection): string {
  return `json_array(${columns.join(", ")})`;
}

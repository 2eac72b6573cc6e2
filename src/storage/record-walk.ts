import type { RecordFilter } from "../domain/record-filter.ts";
import { foldTag } from "../domain/tag.ts";
import { searchPhrase, toConditions, toScope } from "./record-scope.ts";

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

export interface Step {
  /** The columns of each matching record. */
  found: unknown[][];
  /** Where the next step goes on: a row within the workspace, or a place in a list of ids. Null at the end. */
  next: number | null;
}

export interface Bounds {
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
  const few = await narrowToFew(db, workspaceId, filter, bounds);
  return few === null
    ? walkRows(db, workspaceId, filter, projection, bounds, nowMs)
    : { found: await readAll(db, workspaceId, few.filter, projection, nowMs), next: few.next };
}

/** A filter whose index finds no more records than a step looks at; null where there is none. */
async function narrowToFew(
  db: D1Database,
  workspaceId: string,
  filter: RecordFilter,
  { position, limit }: Bounds,
): Promise<{ filter: RecordFilter; next: number | null } | null> {
  if (filter.ids !== undefined) {
    const ids = [...new Set(filter.ids)].toSorted();
    const end = position + limit;
    return {
      filter: { ...filter, ids: ids.slice(position, end) },
      next: end < ids.length ? end : null,
    };
  }
  if (filter.host !== undefined && filter.source) return { filter, next: null };
  if (filter.tags === undefined || position > 0) return null;
  const tagged = await db
    .prepare(
      `SELECT coalesce(sum(count), 0) AS count FROM record_counts
       WHERE workspace_id = ?1 AND kind = 'tag' AND value IN (SELECT value FROM json_each(?2))`,
    )
    .bind(workspaceId, JSON.stringify(filter.tags.map(foldTag)))
    .first<{ count: number }>();
  return (tagged?.count ?? 0) <= limit ? { filter, next: null } : null;
}

async function readAll(
  db: D1Database,
  workspaceId: string,
  filter: RecordFilter,
  projection: Projection,
  nowMs: number,
): Promise<unknown[][]> {
  const { from, where, parameters } = toScope(workspaceId, filter, nowMs);
  const { results } = await db
    .prepare(`SELECT ${toArray(projection)} AS found FROM ${from} WHERE ${where} ORDER BY r.row`)
    .bind(...projection.parameters, ...parameters)
    .all<{ found: string }>();
  return results.map(({ found }) => JSON.parse(found) as unknown[]);
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

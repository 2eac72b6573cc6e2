import { toStoredRecord, type RecordRow, type StoredRecord } from "./row.ts";

/** Reads all records of a workspace in the order of their rows, a bounded number at a time. */

/** The rows of a workspace begin at its number times this value. A position is a row within the workspace. */
const ROWS = 2 ** 32;

/** The condition that a record `r` of the workspace `?1` is at or after the position `?2`. */
export const FROM_POSITION = `r.row >= (SELECT number FROM workspaces WHERE id = ?1) * ${ROWS} + ?2
  AND r.row < (SELECT number + 1 FROM workspaces WHERE id = ?1) * ${ROWS}`;

/** The position of a record `r`. */
export const POSITION = `r.row % ${ROWS}`;

/** Selects records, starting at a position. */
export async function selectRecordsFrom(
  db: D1Database,
  workspaceId: string,
  position: number,
  limit: number,
): Promise<{ stored: StoredRecord; position: number }[]> {
  const { results } = await db
    .prepare(
      `SELECT r.*, ${POSITION} AS position FROM records r WHERE ${FROM_POSITION} ORDER BY r.row LIMIT ?3`,
    )
    .bind(workspaceId, position, limit)
    .all<RecordRow & { position: number }>();
  return results.map((row) => ({ stored: toStoredRecord(row), position: row.position }));
}

/** Returns the position of the last of `limit` records that start at a position; null if there are none. */
export async function selectLastPosition(
  db: D1Database,
  workspaceId: string,
  position: number,
  limit: number,
): Promise<number | null> {
  const row = await db
    .prepare(
      `SELECT max(position) AS last FROM (
         SELECT ${POSITION} AS position FROM records r WHERE ${FROM_POSITION} ORDER BY r.row LIMIT ?3)`,
    )
    .bind(workspaceId, position, limit)
    .first<{ last: number | null }>();
  return row?.last ?? null;
}

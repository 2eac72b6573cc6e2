import { addCounts, NO_COUNTS, type ChangeCounts, type PlannedRow } from "../../domain/change/change.ts";
import { mapFields } from "../../domain/refusal/stored.ts";
import { packPlaces } from "../../domain/change/place-index.ts";
import { chunkBySize } from "../../runtime/chunk.ts";
import type { KeptPage } from "./page.ts";
import { pack, unpack } from "../../runtime/pack.ts";
import {
  fromStoredConflict,
  fromStoredRow,
  toStoredConflict,
  toStoredRow,
  type Conflict,
  type StoredConflict,
  type StoredPlannedRow,
} from "./read.ts";

/** The planned rows of a change, in chunks: in D1, or in R2 if a bucket is bound. */

export const CHUNK_ROWS = 250;
/** D1 accepts values of at most 2,000,000 bytes. The compressed text is much smaller than this. */
const MAX_CHUNK_UNITS = 1_500_000;

export interface ChangeStore {
  DB: D1Database;
  CHANGES?: R2Bucket;
}

/** Conflicts by the index of the row in the chunk. */
export type ChunkConflicts = Record<number, Conflict>;

export interface Chunk {
  n: number;
  isApplied: boolean;
  isUndone: boolean;
  applyConflicts: ChunkConflicts;
  undoConflicts: ChunkConflicts;
  rows: PlannedRow[];
  /** The pages that its undo shows again, as they were when it was applied. */
  pages: KeptPage[];
}

/** A change, and the run that plans it. The batch of a run is aborted if another run has taken over. */
type PlannedBy = { id: string; lease: string | null };

/** Stores rows in new chunks, from a number on. Returns the statements that insert them, and their size. */
export async function storeChunks(
  { DB, CHANGES }: ChangeStore,
  { id, lease }: PlannedBy,
  from: number,
  rows: PlannedRow[],
): Promise<{ statements: D1PreparedStatement[]; bytes: number }> {
  const statements: D1PreparedStatement[] = [];
  let bytes = 0;
  const sizeOf = (row: PlannedRow) => JSON.stringify(row).length + 1;
  for (const [index, chunk] of chunkBySize(rows, sizeOf, MAX_CHUNK_UNITS, CHUNK_ROWS).entries()) {
    const n = from + index;
    const places = packPlaces(chunk);
    const body = await pack(chunk.map(toStoredRow));
    if (CHANGES !== undefined) await CHANGES.put(keyOf(id, n), body);
    const statement = DB.prepare(
      `INSERT INTO change_chunks (change_id, n, counts, places, body, planned_by) VALUES (?1, ?2, ?3, ?4, ?5, ?6)`,
    );
    const stored = CHANGES === undefined ? body : null;
    statements.push(statement.bind(id, n, countsOf(chunk), places.buffer, stored, lease));
    bytes += body.byteLength + places.byteLength;
  }
  return { statements, bytes };
}

function countsOf(rows: PlannedRow[]): string {
  return JSON.stringify(addCounts(NO_COUNTS, rows));
}

/**
 * Replaces the rows of a planned chunk, and keeps its places. From then on the rows are in the database, even
 * if a bucket is bound, so that they change in the same transaction as the counts.
 */
export async function rewriteChunk(
  db: D1Database,
  { id, lease }: PlannedBy,
  n: number,
  rows: PlannedRow[],
): Promise<D1PreparedStatement> {
  const body = await pack(rows.map(toStoredRow));
  return db
    .prepare(
      `UPDATE change_chunks SET body = ?3, counts = ?4 WHERE change_id = ?1 AND n = ?2
         AND EXISTS (SELECT 1 FROM changes WHERE id = ?1 AND state = 'planning' AND lease = ?5)`,
    )
    .bind(id, n, body, countsOf(rows), lease);
}

interface ChunkRow {
  n: number;
  body: number[] | null;
  applied_by: string | null;
  undone_by: string | null;
  apply_conflicts: string | null;
  undo_conflicts: string | null;
  pages: string | null;
}

export async function readChunk(
  { DB, CHANGES }: ChangeStore,
  changeId: string,
  n: number,
): Promise<Chunk | null> {
  const row = await DB.prepare(
    `SELECT n, body, applied_by, undone_by, apply_conflicts, undo_conflicts, pages
     FROM change_chunks WHERE change_id = ?1 AND n = ?2`,
  )
    .bind(changeId, n)
    .first<ChunkRow>();
  if (row === null) return null;
  const body = row.body ?? (await (await CHANGES?.get(keyOf(changeId, n)))?.arrayBuffer());
  if (body === undefined) throw new Error(`The value of chunk ${n} of change ${changeId} is missing.`);
  const conflicts = (text: string | null): ChunkConflicts =>
    mapFields(JSON.parse(text ?? "{}") as Record<string, StoredConflict>, fromStoredConflict);
  return {
    n,
    rows: (await unpack<StoredPlannedRow[]>(body)).map(fromStoredRow),
    isApplied: row.applied_by !== null,
    isUndone: row.undone_by !== null,
    applyConflicts: conflicts(row.apply_conflicts),
    undoConflicts: conflicts(row.undo_conflicts),
    pages: row.pages === null ? [] : (JSON.parse(row.pages) as KeptPage[]),
  };
}

/** Returns the number of rows with each result, for each chunk of a change by its number. */
export async function selectChunkCounts(
  db: D1Database,
  changeId: string,
): Promise<Map<number, { counts: ChangeCounts; hasConflicts: boolean; isApplied: boolean }>> {
  const { results } = await db
    .prepare(
      `SELECT n, counts, coalesce(apply_conflicts, undo_conflicts) IS NOT NULL AS has_conflicts,
         applied_by IS NOT NULL AS is_applied
       FROM change_chunks WHERE change_id = ?1`,
    )
    .bind(changeId)
    .all<{ n: number; counts: string; has_conflicts: number; is_applied: number }>();
  return new Map(
    results.map(({ n, counts, has_conflicts, is_applied }) => [
      n,
      {
        counts: JSON.parse(counts) as ChangeCounts,
        hasConflicts: has_conflicts === 1,
        isApplied: is_applied === 1,
      },
    ]),
  );
}

export async function selectPlaces(
  db: D1Database,
  changeId: string,
): Promise<{ n: number; places: Uint8Array }[]> {
  const { results } = await db
    .prepare("SELECT n, places FROM change_chunks WHERE change_id = ?1 ORDER BY n")
    .bind(changeId)
    .all<{ n: number; places: number[] }>();
  return results.map(({ n, places }) => ({ n, places: new Uint8Array(places) }));
}

/** Notes that a run applies or undoes a chunk. Aborts the batch if the chunk is done, or the run was overtaken. */
export function noteChunk(
  db: D1Database,
  { id, lease }: PlannedBy,
  n: number,
  direction: "apply" | "undo",
  conflicts: ChunkConflicts,
): D1PreparedStatement {
  const [column, reasons] =
    direction === "apply" ? ["applied_by", "apply_conflicts"] : ["undone_by", "undo_conflicts"];
  const text =
    Object.keys(conflicts).length === 0 ? null : JSON.stringify(mapFields(conflicts, toStoredConflict));
  return db
    .prepare(`UPDATE change_chunks SET ${column} = ?3, ${reasons} = ?4 WHERE change_id = ?1 AND n = ?2`)
    .bind(id, n, lease, text);
}

export function keyOf(changeId: string, n: number): string {
  return `changes/${changeId}/${n}`;
}

import type { ChangeCounts, PlannedRow } from "../../domain/change/change.ts";
import type { Hostname } from "../../domain/hostname.ts";
import { MAX_REACHED_HOSTS } from "../../domain/reach.ts";
import { assertThat } from "../commit.ts";
import { toReachColumn } from "../reach.ts";
import { START, type Change } from "./row.ts";
import { pack } from "./value.ts";

/** Changes that imports write chunk by chunk. Each chunk is applied at once. */

const ACCEPTS_MORE = "state = 'applied' AND ends_at > ?3";

/** Returns the id of the change to which the calls with an import id write; null if none accepts more. */
export async function selectImport(
  db: D1Database,
  workspaceId: string,
  importId: string,
  nowMs: number,
): Promise<string | null> {
  return db
    .prepare(`SELECT id FROM changes WHERE workspace_id = ?1 AND import_id = ?2 AND ${ACCEPTS_MORE}`)
    .bind(workspaceId, importId, nowMs)
    .first<string>("id");
}

/** Returns whether a batch was aborted because another call has begun the change of the import id. */
export function isImportTaken(error: unknown): boolean {
  return /changes\.import_id/.test(String(error));
}

interface ImportChunk {
  change: Pick<Change, "id" | "workspaceId" | "kind" | "request" | "createdBy" | "reach"> & {
    importId: string | null;
  };
  rows: PlannedRow[];
  hosts: Hostname[];
  counts: ChangeCounts;
  places: Uint8Array<ArrayBuffer>;
  nowMs: number;
  endsAtMs: number;
}

/** Inserts a chunk that the same batch applies. The first chunk also inserts its change. */
export async function insertImportChunk(
  db: D1Database,
  { change, rows, hosts, counts, places, nowMs, endsAtMs }: ImportChunk,
): Promise<D1PreparedStatement[]> {
  const { id, workspaceId, kind, request, createdBy, importId } = change;
  const body = await pack(rows);
  const sums = Object.keys(counts).map(
    (name, index) => `'$.${name}', coalesce(counts ->> '${name}', 0) + ?${index + 4}`,
  );
  return [
    // Calls after an undo belong to another change.
    ...(importId === null
      ? []
      : [
          db
            .prepare(
              `UPDATE changes SET import_id = NULL
               WHERE workspace_id = ?1 AND import_id = ?2 AND (${ACCEPTS_MORE}) IS NOT TRUE`,
            )
            .bind(workspaceId, importId, nowMs),
        ]),
    db
      .prepare(
        `INSERT INTO changes (id, workspace_id, state, kind, request, import_id, actor_id, progress, sample,
           created_at, updated_at, reach, ends_at)
         VALUES (?1, ?2, 'applied', ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?9, ?10, ?11) ON CONFLICT (id) DO NOTHING`,
      )
      .bind(
        id,
        workspaceId,
        kind,
        JSON.stringify(request),
        importId,
        createdBy,
        JSON.stringify(START),
        JSON.stringify(rows.slice(0, 5)),
        nowMs,
        toReachColumn(change.reach),
        endsAtMs,
      ),
    assertThat(
      db,
      "stale_version",
      `EXISTS (SELECT 1 FROM changes WHERE id = ?1 AND import_id IS ?2 AND ${ACCEPTS_MORE})`,
      id,
      importId,
      nowMs,
    ),
    db
      .prepare(
        `INSERT INTO change_chunks (change_id, n, counts, places, body, applied_by)
         SELECT ?1, chunks, ?2, ?3, ?4, 'import' FROM changes WHERE id = ?1`,
      )
      .bind(id, JSON.stringify(counts), places.buffer, body),
    db
      .prepare(
        `UPDATE changes SET chunks = chunks + 1, done = done + 1, bytes = bytes + ?2, updated_at = ?3,
           ends_at = ?${Object.keys(counts).length + 4}, named = named + 1, hosts = (
             SELECT json_group_array(value) FROM (
               SELECT value FROM json_each(coalesce(hosts, '[]'))
               UNION SELECT value FROM json_each(?${Object.keys(counts).length + 5})
               ORDER BY value LIMIT ${MAX_REACHED_HOSTS + 1})), counts = json_set(counts, ${sums.join(", ")})
         WHERE id = ?1`,
      )
      .bind(
        id,
        body.byteLength + places.byteLength,
        nowMs,
        ...Object.values(counts),
        endsAtMs,
        JSON.stringify(hosts),
      ),
  ];
}

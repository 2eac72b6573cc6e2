import { addCounts, NO_COUNTS, type PlannedRow, type RowsRequest } from "../../domain/change/change.ts";
import { packPlaces } from "../../domain/change/place-index.ts";
import { addNames, MAX_REACHED_HOSTS } from "../../domain/reach.ts";
import { assertThat } from "../commit.ts";
import type { Change } from "./read.ts";
import { pack } from "../../runtime/pack.ts";
import { insertChange } from "./write.ts";

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

export interface ImportedChange extends Pick<
  Change,
  "id" | "workspaceId" | "kind" | "passwordHash" | "createdBy" | "reach"
> {
  request: RowsRequest;
  importId: string | null;
}

/** Inserts a chunk of written rows that the same batch applies. The first chunk also inserts its change. */
export async function insertImportChunk(
  db: D1Database,
  change: ImportedChange,
  rows: PlannedRow[],
  nowMs: number,
  endsAtMs: number,
): Promise<D1PreparedStatement[]> {
  const { id, workspaceId, importId, reach } = change;
  const body = await pack(rows);
  const places = packPlaces(rows);
  const counts = JSON.stringify(addCounts(NO_COUNTS, rows));
  const names = rows.flatMap(({ place }) => place?.host ?? []);
  const made = { ...change, state: "applied" as const, createdAtMs: nowMs, endsAtMs };
  // Calls after an undo belong to another change.
  const release = db.prepare(
    `UPDATE changes SET import_id = NULL
     WHERE workspace_id = ?1 AND import_id = ?2 AND (${ACCEPTS_MORE}) IS NOT TRUE`,
  );
  const accepts = `EXISTS (SELECT 1 FROM changes WHERE id = ?1 AND import_id IS ?2 AND ${ACCEPTS_MORE})`;
  const insertion = db.prepare(
    `INSERT INTO change_chunks (change_id, n, counts, places, body, applied_by)
     SELECT ?1, chunks, ?2, ?3, ?4, 'import' FROM changes WHERE id = ?1`,
  );
  const addition = db.prepare(
    `UPDATE changes SET chunks = chunks + 1, done = done + 1, named = named + 1, bytes = bytes + ?2,
       updated_at = ?3, ends_at = ?4,
       counts = (SELECT json_group_object(key, value + coalesce(counts ->> key, 0)) FROM json_each(?5)),
       hosts = (SELECT json_group_array(value) FROM (
         SELECT value FROM json_each(coalesce(hosts, '[]')) UNION SELECT value FROM json_each(?6)
         ORDER BY value LIMIT ${MAX_REACHED_HOSTS + 1}))
     WHERE id = ?1`,
  );
  return [
    ...(importId === null ? [] : [release.bind(workspaceId, importId, nowMs)]),
    insertChange(db, made, { importId, sample: rows.slice(0, 5) }),
    assertThat(db, "stale_version", accepts, id, importId, nowMs),
    insertion.bind(id, counts, places.buffer, body),
    addition.bind(
      id,
      body.byteLength + places.byteLength,
      nowMs,
      endsAtMs,
      counts,
      JSON.stringify(addNames(reach, [], names)),
    ),
  ];
}

import type { Hostname } from "../../domain/hostname.ts";
import type { SystemCause } from "../../domain/pause.ts";
import { toRecord, type RecordRow } from "../record/row.ts";
import type { LinkRecord } from "../../domain/record.ts";

export async function selectRecordsToPause(
  db: D1Database,
  workspaceId: string,
  cause: SystemCause,
  isPaused: boolean,
  limit: number,
): Promise<string[]> {
  const { results } = await db
    .prepare(
      `SELECT id FROM records INDEXED BY records_by_id
       WHERE workspace_id = ?1 AND paused_by_${cause} <> ?2 LIMIT ?3`,
    )
    .bind(workspaceId, Number(isPaused), limit)
    .all<{ id: string }>();
  return results.map(({ id }) => id);
}

export async function selectRecordsOfWorkspace(
  db: D1Database,
  workspaceId: string,
  limit: number,
): Promise<LinkRecord[]> {
  const { results } = await db
    .prepare("SELECT * FROM records INDEXED BY records_by_id WHERE workspace_id = ?1 LIMIT ?2")
    .bind(workspaceId, limit)
    .all<RecordRow>();
  return results.map(toRecord);
}

export interface OwnedRecord {
  record: LinkRecord;
  workspaceName: string;
}

type OwnedRow = RecordRow & { workspace_name: string };

const OWNED = "SELECT r.*, w.name AS workspace_name";

export async function selectOwnedRecord(db: D1Database, id: string): Promise<OwnedRecord | null> {
  const row = await db
    .prepare(`${OWNED} FROM records r CROSS JOIN workspaces w ON w.id = r.workspace_id WHERE r.id = ?1`)
    .bind(id)
    .first<OwnedRow>();
  return row === null ? null : toOwned(row);
}

/** Selects the next records on a hostname, held or not, by id. @param after the last known id, or empty */
export async function selectRecordsOnHost(
  db: D1Database,
  host: Hostname,
  after: string,
  limit: number,
): Promise<OwnedRecord[]> {
  const { results } = await db
    .prepare(
      `${OWNED} FROM hosts h INDEXED BY hosts_by_claim CROSS JOIN records r ON r.host = h.host AND r.id > ?2
       CROSS JOIN workspaces w ON w.id = r.workspace_id
       WHERE h.name = ?1 ORDER BY r.id LIMIT ?3`,
    )
    .bind(host, after, limit)
    .all<OwnedRow>();
  return results.map(toOwned);
}

/** Records that may lead to a hostname, and the progress of the search. */
interface Scan {
  records: OwnedRecord[];
  /** The row of the last examined record; null if there are no more. */
  position: number | null;
}

/**
 * Searches the next records of the installation for destinations that contain a text. The result has more
 * records than lead to the hostname, so the caller must check each.
 * @param text a text in lower case
 */
export async function scanDestinations(
  db: D1Database,
  text: string,
  after: number,
  limit: number,
): Promise<Scan> {
  const [rows, last] = await db.batch([
    // Destinations with letters outside of A-labels may also lead there.
    db
      .prepare(
        `${OWNED} FROM (SELECT row FROM records WHERE row > ?2 ORDER BY row LIMIT ?3) c
         CROSS JOIN records r ON r.row = c.row CROSS JOIN workspaces w ON w.id = r.workspace_id
         WHERE instr(lower(coalesce(r.all_destinations, r.destinations)), ?1) > 0 OR coalesce(r.all_destinations, r.destinations) GLOB '*[^ -~]*'
           OR instr(coalesce(r.all_destinations, r.destinations), '%') > 0`,
      )
      .bind(text, after, limit),
    db
      .prepare(
        `SELECT max(row) AS position, count(*) AS count
         FROM (SELECT row FROM records WHERE row > ?1 ORDER BY row LIMIT ?2)`,
      )
      .bind(after, limit),
  ]);
  const { position, count } = (last?.results[0] ?? {}) as { position: number | null; count: number };
  return {
    records: ((rows?.results ?? []) as OwnedRow[]).map(toOwned),
    position: count === limit ? position : null,
  };
}

function toOwned({ workspace_name: workspaceName, ...row }: OwnedRow): OwnedRecord {
  return { record: toRecord(row), workspaceName };
}

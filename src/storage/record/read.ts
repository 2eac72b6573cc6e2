import type { Runtime } from "../../domain/handler.ts";
import type { LinkRecord } from "../../domain/record.ts";
import type { SlotName } from "../../domain/slot.ts";
import { splitForParameters } from "../statement.ts";
import { toRecord, toStoredRecord, type RecordRow, type StoredRecord } from "./row.ts";

/** Selects a record of a workspace, or null; with `runtime`, only if it is a record of that runtime. */
export async function selectRecord(
  db: D1Database,
  workspaceId: string,
  id: string,
  runtime?: Runtime,
): Promise<StoredRecord | null> {
  const row = await db
    .prepare("SELECT * FROM records WHERE id = ?1 AND workspace_id = ?2 AND (?3 IS NULL OR runtime = ?3)")
    .bind(id.toLowerCase(), workspaceId, runtime ?? null)
    .first<RecordRow>();
  return row === null ? null : toStoredRecord(row);
}

/** Selects a record as `selectRecord` does, with the fields of its hostname that its answers show. */
export async function selectRecordWithHost(
  db: D1Database,
  workspaceId: string,
  id: string,
  runtime?: Runtime,
): Promise<{ record: LinkRecord; isHttps: boolean; tld: string } | null> {
  const row = await db
    .prepare(
      `SELECT r.*, h.ssl_issued_at AS host_ssl_issued_at, h.tld AS host_tld
       FROM records r CROSS JOIN hosts h ON h.host = r.host
       WHERE r.id = ?1 AND r.workspace_id = ?2 AND (?3 IS NULL OR r.runtime = ?3)`,
    )
    .bind(id.toLowerCase(), workspaceId, runtime ?? null)
    .first<RecordRow & { host_ssl_issued_at: number | null; host_tld: string }>();
  if (row === null) return null;
  return { record: toRecord(row), isHttps: row.host_ssl_issued_at !== null, tld: row.host_tld };
}

/** Selects the records of a workspace that have some sources, given as `[host, slot, source]` triples. */
export async function selectRecordsBySource(
  db: D1Database,
  workspaceId: string,
  sources: [host: string, slot: string, source: string][],
): Promise<StoredRecord[]> {
  const rows = await selectByKeys(
    db,
    `SELECT r.* FROM json_each(?1) s
     CROSS JOIN hosts k ON k.name = s.value ->> 0 AND k.workspace_id = ?2
     CROSS JOIN records r INDEXED BY records_by_slot ON r.host = k.host AND r.slot = s.value ->> 1 AND r.source = s.value ->> 2
     WHERE r.workspace_id = ?2`,
    workspaceId,
    sources,
  );
  return rows.map(toStoredRecord);
}

/** Selects all records of a workspace in some slots, given as `[host, slot]` pairs. */
export async function selectRecordsInSlots(
  db: D1Database,
  workspaceId: string,
  slots: [host: string, slot: string][],
): Promise<LinkRecord[]> {
  const distinct = new Map(slots.map((slot) => [slot.join(" "), slot]));
  const rows = await selectByKeys(
    db,
    `SELECT r.* FROM json_each(?1) s
     CROSS JOIN hosts k ON k.name = s.value ->> 0 AND k.workspace_id = ?2
     CROSS JOIN records r INDEXED BY records_by_slot ON r.host = k.host AND r.slot = s.value ->> 1
     WHERE r.workspace_id = ?2`,
    workspaceId,
    [...distinct.values()],
  );
  return rows.map(toRecord);
}

/** Selects the slots of the patterns of some hostnames that the workspace has claimed, one for each record. */
export async function selectPatternSlots(
  db: D1Database,
  workspaceId: string,
  names: string[],
): Promise<{ id: string; host: string; slot: SlotName }[]> {
  const { results } = await db
    .prepare(
      `SELECT r.id, k.name AS host, r.slot FROM json_each(?1) c
       CROSS JOIN hosts k ON k.name = c.value AND k.workspace_id = ?2
       CROSS JOIN records r INDEXED BY records_by_slot ON r.host = k.host AND r.slot >= 't' AND r.slot < 'u'`,
    )
    .bind(JSON.stringify([...new Set(names)]), workspaceId)
    .all<{ id: string; host: string; slot: SlotName }>();
  return results;
}

/** Selects those of some records that the workspace has, in no certain order. */
export async function selectRecordsById(
  db: D1Database,
  workspaceId: string,
  ids: string[],
): Promise<LinkRecord[]> {
  const rows = await selectByKeys(
    db,
    `SELECT r.* FROM json_each(?1) s CROSS JOIN records r ON r.id = s.value ->> 0 WHERE r.workspace_id = ?2`,
    workspaceId,
    [...new Set(ids)].map((id) => [id]),
  );
  return rows.map(toRecord);
}

/** Selects those of some records that the workspace has, with the hashes of their passwords, in no certain order. */
export async function selectStoredRecords(
  db: D1Database,
  workspaceId: string,
  ids: string[],
): Promise<StoredRecord[]> {
  const rows = await selectByKeys(
    db,
    `SELECT r.* FROM json_each(?1) s CROSS JOIN records r ON r.id = s.value ->> 0 WHERE r.workspace_id = ?2`,
    workspaceId,
    [...new Set(ids)].map((id) => [id]),
  );
  return rows.map(toStoredRecord);
}

/** Selects records that a label manages, in the order of their ids, behind an id. */
export async function selectManaged(
  db: D1Database,
  workspaceId: string,
  owner: string,
  { behind, limit }: { behind: string; limit: number },
): Promise<StoredRecord[]> {
  const { results } = await db
    .prepare(
      `SELECT * FROM records INDEXED BY records_by_owner
       WHERE workspace_id = ?1 AND managed_by = ?2 AND id > ?3 ORDER BY id LIMIT ?4`,
    )
    .bind(workspaceId, owner, behind, limit)
    .all<RecordRow>();
  return results.map(toStoredRecord);
}

/** Counts the records that a label manages. */
export async function selectManagedCount(
  db: D1Database,
  workspaceId: string,
  owner: string,
): Promise<number> {
  const row = await db
    .prepare("SELECT count(*) AS count FROM records WHERE workspace_id = ?1 AND managed_by = ?2")
    .bind(workspaceId, owner)
    .first<{ count: number }>();
  return row?.count ?? 0;
}

/** Runs a query in one operation, even if its keys do not fit into one parameter. */
async function selectByKeys(
  db: D1Database,
  sql: string,
  workspaceId: string,
  keys: string[][],
): Promise<RecordRow[]> {
  if (keys.length === 0) return [];
  const statement = db.prepare(sql);
  const reads = splitForParameters(keys).map((part) => statement.bind(JSON.stringify(part), workspaceId));
  return (await db.batch<RecordRow>(reads)).flatMap(({ results }) => results);
}

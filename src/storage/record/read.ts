import type { Hostname } from "../../domain/hostname.ts";
import type { RecordFamily } from "../../domain/handler.ts";
import type { LinkRecord } from "../../domain/record.ts";
import type { SlotName } from "../../domain/slot.ts";
import type { Reach } from "../../domain/reach.ts";
import { hostsParameter, keyWithin, nameWithin, tagsParameter, tagWithin } from "../reach.ts";
import { toJsonParts } from "../statement.ts";
import { toRecord, toStoredRecord, type RecordRow, type StoredRecord } from "./row.ts";

/** Selects a record of a workspace, or null; with `family`, only if it is a record of that family. */
export async function selectRecord(
  db: D1Database,
  reach: Reach,
  id: string,
  family?: RecordFamily,
): Promise<StoredRecord | null> {
  const row = await db
    .prepare(
      `SELECT * FROM records WHERE id = ?1 AND workspace_id = ?2 AND (?3 IS NULL OR runtime = ?3)
         AND ${keyWithin("host", "?4", "?2")} AND ${tagWithin("id", "?5", "?2")}`,
    )
    .bind(id, reach.workspaceId, family ?? null, hostsParameter(reach), tagsParameter(reach))
    .first<RecordRow>();
  return row === null ? null : toStoredRecord(row);
}

/** Selects a record as `selectRecord` does, with the fields of its hostname that answers show. */
export async function selectRecordWithHost(
  db: D1Database,
  reach: Reach,
  id: string,
  family?: RecordFamily,
): Promise<{ record: LinkRecord; isHttps: boolean; tld: string } | null> {
  const row = await db
    .prepare(
      `SELECT r.*, h.ssl_issued_at AS host_ssl_issued_at, h.tld AS host_tld
       FROM records r CROSS JOIN hosts h ON h.host = r.host
       WHERE r.id = ?1 AND r.workspace_id = ?2 AND (?3 IS NULL OR r.runtime = ?3)
         AND ${nameWithin("h.name", "?4")} AND ${tagWithin("r.id", "?5", "?2")}`,
    )
    .bind(id, reach.workspaceId, family ?? null, hostsParameter(reach), tagsParameter(reach))
    .first<RecordRow & { host_ssl_issued_at: number | null; host_tld: string }>();
  if (row === null) return null;
  return { record: toRecord(row), isHttps: row.host_ssl_issued_at !== null, tld: row.host_tld };
}

/** @param further another condition on a record `r` and the key `s` */
const inSlots = (further: string) => `SELECT r.* FROM json_each(?1) s
  CROSS JOIN hosts k ON k.name = s.value ->> 0 AND k.workspace_id = ?2
  CROSS JOIN records r INDEXED BY records_by_slot ON r.host = k.host AND r.slot = s.value ->> 1${further}
  WHERE r.workspace_id = ?2 AND ${nameWithin("k.name", "?3")} AND ${tagWithin("r.id", "?4", "?2")}`;

/** Selects the records of a workspace with some sources, given as `[host, slot, source]` triples. */
export async function selectRecordsBySource(
  db: D1Database,
  reach: Reach,
  sources: [host: Hostname, slot: string, source: string][],
): Promise<StoredRecord[]> {
  return (await selectByKeys(db, inSlots(" AND r.source = s.value ->> 2"), reach, sources)).map(
    toStoredRecord,
  );
}

/** Selects all records of a workspace in some slots, given as `[host, slot]` pairs. */
export async function selectRecordsInSlots(
  db: D1Database,
  reach: Reach,
  slots: [host: Hostname, slot: string][],
): Promise<LinkRecord[]> {
  const distinct = new Map(slots.map((slot) => [slot.join(" "), slot]));
  return (await selectByKeys(db, inSlots(""), reach, [...distinct.values()])).map(toRecord);
}

/** Selects the slots of the patterns of some hostnames that the workspace has claimed, one for each record. */
export async function selectPatternSlots(
  db: D1Database,
  reach: Reach,
  names: Hostname[],
): Promise<{ id: string; host: Hostname; slot: SlotName }[]> {
  const { results } = await db
    .prepare(
      `SELECT r.id, k.name AS host, r.slot FROM json_each(?1) c
       CROSS JOIN hosts k ON k.name = c.value AND k.workspace_id = ?2
       CROSS JOIN records r INDEXED BY records_by_slot ON r.host = k.host AND r.slot >= 't' AND r.slot < 'u'
       WHERE ${nameWithin("k.name", "?3")}`,
    )
    .bind(JSON.stringify([...new Set(names)]), reach.workspaceId, hostsParameter(reach))
    .all<{ id: string; host: Hostname; slot: SlotName }>();
  return results;
}

/** Selects the given records that the workspace has, with the hashes of their passwords, in no certain order. */
export async function selectStoredRecords(
  db: D1Database,
  reach: Reach,
  ids: string[],
): Promise<StoredRecord[]> {
  const rows = await selectByKeys(
    db,
    `SELECT r.* FROM json_each(?1) s CROSS JOIN records r ON r.id = s.value ->> 0
     WHERE r.workspace_id = ?2 AND ${keyWithin("r.host", "?3", "?2")} AND ${tagWithin("r.id", "?4", "?2")}`,
    reach,
    [...new Set(ids)].map((id) => [id]),
  );
  return rows.map(toStoredRecord);
}

/** Selects records that a label manages, in the order of their ids, after an id. */
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

/** Counts the records within a reach that a label manages. */
export async function selectManagedCount(db: D1Database, reach: Reach, owner: string): Promise<number> {
  const row = await db
    .prepare(
      `SELECT count(*) AS count FROM records
       WHERE workspace_id = ?1 AND managed_by = ?2 AND ${keyWithin("host", "?3", "?1")}`,
    )
    .bind(reach.workspaceId, owner, hostsParameter(reach))
    .first<{ count: number }>();
  return row?.count ?? 0;
}

/** Runs a query in one operation, even if its keys do not fit into one parameter. */
async function selectByKeys(
  db: D1Database,
  sql: string,
  reach: Reach,
  keys: string[][],
): Promise<RecordRow[]> {
  if (keys.length === 0) return [];
  const statement = db.prepare(sql);
  const reads = toJsonParts(keys).map((part) =>
    statement.bind(part, reach.workspaceId, hostsParameter(reach), tagsParameter(reach)),
  );
  return (await db.batch<RecordRow>(reads)).flatMap(({ results }) => results);
}

// Reads all records of a workspace in the order of their rows, a bounded number at a time.

/** The rows of a workspace begin at its number times this value. A position is a row within the workspace. */
const ROWS = 2 ** 32;

/** The condition that a record `r` of the workspace `?1` is at or after the position `?2`. */
export const FROM_POSITION = `r.row >= (SELECT number FROM workspaces WHERE id = ?1) * ${ROWS} + ?2
  AND r.row < (SELECT number + 1 FROM workspaces WHERE id = ?1) * ${ROWS}`;

export const POSITION = `r.row % ${ROWS}`;

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

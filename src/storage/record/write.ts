import type { Runtime } from "../../domain/handler.ts";
import type { LinkRecord } from "../../domain/record.ts";
import { foldTag } from "../../domain/tag.ts";
import { assertThat } from "../commit.ts";
import { inParts } from "../statement.ts";
import { countInserted, countNewTags } from "../count/counters.ts";
import { toRecord, toRow, type RecordRow, type WrittenRow } from "./row.ts";

/** Queries on records. Writes are statements for a commit; many records take as many as one does. */

/** A record with what the domain does not show of it. */
export interface StoredRecord {
  record: LinkRecord;
  passwordHash: string | null;
}

export async function getRecord(
  db: D1Database,
  workspaceId: string,
  id: string,
  runtime?: Runtime,
): Promise<StoredRecord | null> {
  const row = await db
    .prepare("SELECT * FROM records WHERE id = ?1 AND workspace_id = ?2 AND (?3 IS NULL OR runtime = ?3)")
    .bind(id, workspaceId, runtime ?? null)
    .first<RecordRow>();
  return row === null ? null : toStored(row);
}

/** A record with the facts of its hostname that its answers show. */
export async function getRecordWithHost(
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
    .bind(id, workspaceId, runtime ?? null)
    .first<RecordRow & { host_ssl_issued_at: number | null; host_tld: string }>();
  if (row === null) return null;
  return { record: toRecord(row), isHttps: row.host_ssl_issued_at !== null, tld: row.host_tld };
}

/** Records of a workspace by host and source text, as `[host, slot, source]` triples. */
export async function listRecordsBySource(
  db: D1Database,
  workspaceId: string,
  sources: [host: string, slot: string, source: string][],
): Promise<StoredRecord[]> {
  const rows = await readByKeys(
    db,
    `SELECT r.* FROM json_each(?1) s
     CROSS JOIN hosts k ON k.name = s.value ->> 0 AND k.workspace_id = ?2
     CROSS JOIN records r INDEXED BY records_by_slot ON r.host = k.host AND r.slot = s.value ->> 1 AND r.source = s.value ->> 2
     WHERE r.workspace_id = ?2`,
    workspaceId,
    sources,
  );
  return rows.map(toStored);
}

/** All records of a workspace in some slots, given as `[host, slot]` pairs. */
export async function listRecordsInSlots(
  db: D1Database,
  workspaceId: string,
  slots: [host: string, slot: string][],
): Promise<LinkRecord[]> {
  const distinct = new Map(slots.map((slot) => [slot.join(" "), slot]));
  const rows = await readByKeys(
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

/** Reads in one operation, however much text the keys are. */
async function readByKeys(
  db: D1Database,
  sql: string,
  workspaceId: string,
  keys: string[][],
): Promise<RecordRow[]> {
  if (keys.length === 0) return [];
  const statement = db.prepare(sql);
  const reads = inParts(keys).map((part) => statement.bind(JSON.stringify(part), workspaceId));
  return (await db.batch<RecordRow>(reads)).flatMap(({ results }) => results);
}

function toStored(row: RecordRow): StoredRecord {
  return { record: toRecord(row), passwordHash: row.password_hash };
}

/** In the order of the table; `toRow` has a value for each. */
const COLUMNS = [
  "id",
  "workspace_id",
  "handler",
  "runtime",
  "host",
  "source_kind",
  "source",
  "slot",
  "prefix_depth",
  "type",
  "file",
  "destinations",
  "destination_routing",
  "plugins",
  "title",
  "description",
  "forward_path",
  "forward_query",
  "utm",
  "paused_by",
  "paused_by_user",
  "paused_by_claim",
  "expires_at",
  "tags",
  "qr",
  "is_notify",
  "is_switch_unbroken_destination",
  "password_hash",
  "password_version",
  "total_clicks",
  "version",
  "search_text",
  "created_by",
  "created_via",
  "created_at",
  "updated_at",
] as const satisfies (keyof WrittenRow)[];

const SOURCE_COLUMNS = ["host", "source_kind", "source", "slot", "prefix_depth"] as const;

const FIXED_COLUMNS = new Set<string>([
  "id",
  "workspace_id",
  "handler",
  "runtime",
  "total_clicks",
  "created_by",
  "created_via",
  "created_at",
  ...SOURCE_COLUMNS,
]);

const SETTING_COLUMNS = COLUMNS.filter((column) => !FIXED_COLUMNS.has(column));

const member = (column: string): string => `j.value ->> '${column}'`;

interface InsertOptions {
  /** Leave out records whose source is taken, instead of failing; `RETURNING id` tells which landed. */
  skipTaken: boolean;
  maxRecords: number | null;
}

/**
 * Inserts records of one workspace; results with rows are those of the ids that landed.
 * @throws AssertionError `record_limit`, from the commit
 */
export function insertRecords(
  db: D1Database,
  workspaceId: string,
  records: StoredRecord[],
  { skipTaken, maxRecords }: InsertOptions,
): D1PreparedStatement[] {
  const rows = records.map(({ record, passwordHash }) => toRow(record, passwordHash));
  const conflict = skipTaken ? "ON CONFLICT (host, slot, source) DO NOTHING" : "";
  const insertion = db.prepare(
    `INSERT INTO records (row, ${COLUMNS.join(", ")})
     SELECT (w.number << 32) + w.last_row + 1 + j.key, ${COLUMNS.map(member).join(", ")}
     FROM json_each(?1) j CROSS JOIN workspaces w ON w.id = ?2 WHERE true
     ${conflict} RETURNING id`,
  );
  const counting = db.prepare(
    `UPDATE workspaces SET last_row = last_row + ?3, record_count = record_count +
       (SELECT count(*) FROM json_each(?2) j CROSS JOIN records r ON r.id = j.value)
     WHERE id = ?1`,
  );
  const statements = inParts(rows).flatMap((part) => {
    const ids = part.map(({ id }) => id);
    return [
      insertion.bind(JSON.stringify(part), workspaceId),
      counting.bind(workspaceId, JSON.stringify(ids), part.length),
      ...countInserted(db, ids),
    ];
  });
  if (maxRecords !== null) {
    const condition = "SELECT record_count <= ?1 FROM workspaces WHERE id = ?2";
    statements.push(assertThat(db, "record_limit", condition, maxRecords, workspaceId));
  }
  return [...statements, ...insertTags(db, records)];
}

function insertTags(db: D1Database, records: StoredRecord[]): D1PreparedStatement[] {
  const tagged = records.flatMap(({ record }) => record.tags.map((tag) => [record.id, foldTag(tag)]));
  const insertion = db.prepare(
    `INSERT OR IGNORE INTO record_tags (workspace_id, tag, record_id)
     SELECT r.workspace_id, j.value ->> 1, r.id
     FROM json_each(?1) j CROSS JOIN records r ON r.id = j.value ->> 0`,
  );
  return inParts(tagged)
    .map((part) => JSON.stringify(part))
    .flatMap((list) => [insertion.bind(list), countNewTags(db, list)]);
}

export interface RecordUpdate {
  before: LinkRecord;
  after: StoredRecord;
}

/**
 * Updates records, all or none.
 * @throws AssertionError `stale_version`, from the commit: another write came first
 */
export function updateRecords(db: D1Database, updates: RecordUpdate[]): D1PreparedStatement[] {
  if (updates.length === 0) return [];
  const rows = updates.map(({ after }) => toRow(after.record, after.passwordHash));
  const moved = updates.filter(({ before, after }) => isMoved(before, after.record));
  const retagged = updates.filter(({ before, after }) => !isSameTags(before, after.record));
  const ids = JSON.stringify(retagged.map(({ after }) => after.record.id));
  return [
    assertVersions(
      db,
      updates.map(({ before }) => before),
    ),
    ...inParts(rows).map((part) => updateColumns(db, SETTING_COLUMNS, part)),
    ...inParts(moved.map(({ after }) => toRow(after.record, after.passwordHash))).map((part) =>
      updateColumns(db, SOURCE_COLUMNS, part),
    ),
    ...(retagged.length === 0
      ? []
      : [
          db
            .prepare("DELETE FROM record_tags WHERE record_id IN (SELECT value FROM json_each(?1))")
            .bind(ids),
          ...insertTags(
            db,
            retagged.map(({ after }) => after),
          ),
        ]),
  ];
}

function updateColumns(db: D1Database, columns: readonly string[], rows: WrittenRow[]): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE records SET ${columns.map((column) => `${column} = ${member(column)}`).join(", ")}
       FROM json_each(?1) j WHERE records.id = j.value ->> 'id'`,
    )
    .bind(JSON.stringify(rows));
}

/**
 * Asserts that nobody has written the records since they were read. Asked beforehand: afterwards
 * `changes()` does not tell, since full-text search writes rows of its own between two statements.
 */
function assertVersions(db: D1Database, records: LinkRecord[]): D1PreparedStatement {
  const condition = `? = (SELECT count(*) FROM json_each(?) j
    CROSS JOIN records r ON r.id = j.value ->> 0 AND r.version = j.value ->> 1)`;
  const versions = JSON.stringify(records.map(({ id, version }) => [id, version]));
  return assertThat(db, "stale_version", condition, records.length, versions);
}

/** Deletes one record with its tags, history and clicks. */
export function deleteRecord(db: D1Database, record: LinkRecord): D1PreparedStatement[] {
  return [
    assertVersions(db, [record]),
    db.prepare("DELETE FROM records WHERE id = ?1").bind(record.id),
    db
      .prepare("UPDATE workspaces SET record_count = record_count - 1 WHERE id = ?1")
      .bind(record.workspaceId),
  ];
}

function isMoved(before: LinkRecord, after: LinkRecord): boolean {
  return before.host !== after.host || JSON.stringify(before.source) !== JSON.stringify(after.source);
}

function isSameTags(before: LinkRecord, after: LinkRecord): boolean {
  return JSON.stringify(before.tags) === JSON.stringify(after.tags);
}

import { isMoved } from "../../domain/affected-slots.ts";
import type { LinkRecord } from "../../domain/record.ts";
import { foldTag } from "../../domain/tag.ts";
import { assertThat } from "../commit.ts";
import { addInsertedRecords, addInsertedTags } from "../count/counters.ts";
import { splitForParameters, toJsonParts } from "../statement.ts";
import {
  INSERTED_COLUMNS,
  MOVED_COLUMNS,
  toRow,
  UPDATED_COLUMNS,
  type StoredRecord,
  type WrittenRow,
} from "./row.ts";

/** Statements of a commit that write records. Many records need as few statements as one record. */

const member = (column: string): string => `j.value ->> '${column}'`;

/**
 * Inserts records of one workspace.
 * @throws AssertionError `record_limit`, from the commit
 */
export function insertRecords(
  db: D1Database,
  workspaceId: string,
  records: StoredRecord[],
  maxRecords: number | null,
): D1PreparedStatement[] {
  if (records.length === 0) return [];
  const rows = records.map((stored) => toRow(stored, INSERTED_COLUMNS));
  const insertion = db.prepare(
    `INSERT INTO records (row, ${INSERTED_COLUMNS.join(", ")})
     SELECT (w.number << 32) + w.last_row + 1 + j.key, ${INSERTED_COLUMNS.map(member).join(", ")}
     FROM json_each(?1) j CROSS JOIN workspaces w ON w.id = ?2`,
  );
  const counting = db.prepare(
    `UPDATE workspaces SET last_row = last_row + ?3, record_count = record_count +
       (SELECT count(*) FROM json_each(?2) j CROSS JOIN records r ON r.id = j.value)
     WHERE id = ?1`,
  );
  const statements = splitForParameters(rows).flatMap((part) => {
    const ids = part.map(({ id }) => id);
    return [
      insertion.bind(JSON.stringify(part), workspaceId),
      counting.bind(workspaceId, JSON.stringify(ids), part.length),
      ...addInsertedRecords(db, ids),
    ];
  });
  if (maxRecords !== null) {
    const condition = "SELECT record_count <= ?1 FROM workspaces WHERE id = ?2";
    statements.push(assertThat(db, "record_limit", condition, maxRecords, workspaceId));
  }
  return [...statements, ...insertTags(db, records)];
}

/** The parameter has pairs of record id and folded tag, as JSON. */
export const INSERT_TAGS = `
  INSERT OR IGNORE INTO record_tags (workspace_id, tag, record_id)
  SELECT r.workspace_id, j.value ->> 1, r.id
  FROM json_each(?1) j CROSS JOIN records r ON r.id = j.value ->> 0`;

function insertTags(db: D1Database, records: StoredRecord[]): D1PreparedStatement[] {
  const tagged = records.flatMap(({ record }) => record.tags.map((tag) => [record.id, foldTag(tag)]));
  return toJsonParts(tagged).flatMap((list) => [
    db.prepare(INSERT_TAGS).bind(list),
    addInsertedTags(db, list),
  ]);
}

export interface RecordUpdate {
  before: LinkRecord;
  after: StoredRecord;
}

/**
 * Updates records, all or none.
 * @throws AssertionError `stale_version`, from the commit, if another write was first
 */
export function updateRecords(db: D1Database, updates: RecordUpdate[]): D1PreparedStatement[] {
  if (updates.length === 0) return [];
  const after = updates.map((update) => update.after);
  const moved = updates.filter(({ before, after: { record } }) => isMoved(before, record));
  const resumed = updates.filter(({ before, after: { record } }) => before.placesLeft !== record.placesLeft);
  const retagged = updates.filter(({ before, after: { record } }) => !isSameTags(before, record));
  return [
    assertVersions(
      db,
      updates.map(({ before }) => before),
    ),
    ...updateColumns(db, UPDATED_COLUMNS, after),
    ...updateColumns(
      db,
      MOVED_COLUMNS,
      moved.map((update) => update.after),
    ),
    ...updateColumns(
      db,
      ["places_left"],
      resumed.map((update) => update.after),
    ),
    ...replaceTags(
      db,
      retagged.map((update) => update.after),
    ),
  ];
}

type ColumnList = typeof UPDATED_COLUMNS;

function updateColumns(db: D1Database, columns: ColumnList, records: StoredRecord[]): D1PreparedStatement[] {
  const statement = db.prepare(
    `UPDATE records SET ${columns.map((column) => `${column} = ${member(column)}`).join(", ")}
     FROM json_each(?1) j WHERE records.id = j.value ->> 'id'`,
  );
  const rows = records.map((stored): WrittenRow => toRow(stored, columns));
  return toJsonParts(rows).map((part) => statement.bind(part));
}

function replaceTags(db: D1Database, records: StoredRecord[]): D1PreparedStatement[] {
  if (records.length === 0) return [];
  const ids = JSON.stringify(records.map(({ record }) => record.id));
  return [
    db.prepare("DELETE FROM record_tags WHERE record_id IN (SELECT value FROM json_each(?1))").bind(ids),
    ...insertTags(db, records),
  ];
}

/**
 * Asserts that no other write has changed the records since they were read. Must run before the update:
 * afterwards `changes()` is wrong, because full-text search writes rows of its own in between.
 */
function assertVersions(db: D1Database, records: LinkRecord[]): D1PreparedStatement {
  const condition = `?1 = (SELECT count(*) FROM json_each(?2) j
    CROSS JOIN records r ON r.id = j.value ->> 0 AND r.version = j.value ->> 1)`;
  const versions = JSON.stringify(records.map(({ id, version }) => [id, version]));
  return assertThat(db, "stale_version", condition, records.length, versions);
}

/** Deletes records that were read before, all or none, with their tags, history and clicks. See also `setAside`. */
export function deleteRecordRows(
  db: D1Database,
  workspaceId: string,
  records: LinkRecord[],
): D1PreparedStatement[] {
  if (records.length === 0) return [];
  const ids = JSON.stringify(records.map(({ id }) => id));
  return [
    assertVersions(db, records),
    db.prepare("DELETE FROM records WHERE id IN (SELECT value FROM json_each(?1))").bind(ids),
    db
      .prepare("UPDATE workspaces SET record_count = record_count - ?2 WHERE id = ?1")
      .bind(workspaceId, records.length),
  ];
}

function isSameTags(before: LinkRecord, after: LinkRecord): boolean {
  return JSON.stringify(before.tags) === JSON.stringify(after.tags);
}

import { toJsonParts } from "../statement.ts";
import { INSERTED_COLUMNS, toRow, toStoredRecord, type RecordRow, type StoredRecord } from "./row.ts";

/** Records that a change has deleted, with their history and clicks, for as long as the change can be undone. */

const HISTORY = "id, record_id, old, new, actor_id, actor_name, source, created_at, change_id";

/** Sets records aside. Must run before the batch deletes them. Clicks may have been added since they were read. */
export function setAside(db: D1Database, changeId: string, records: StoredRecord[]): D1PreparedStatement[] {
  const rows = records.map((stored) => toRow(stored, INSERTED_COLUMNS));
  const insertion = db.prepare(
    `INSERT INTO records_aside (id, workspace_id, change_id, body, clicked_week)
     SELECT r.id, r.workspace_id, ?2, json_set(j.value, '$.total_clicks', r.total_clicks), r.clicked_week
     FROM json_each(?1) j CROSS JOIN records r ON r.id = j.value ->> 'id'`,
  );
  const history = db.prepare(
    `INSERT INTO history_aside (${HISTORY})
     SELECT ${HISTORY} FROM history WHERE record_id IN (SELECT value ->> 'id' FROM json_each(?1))`,
  );
  return toJsonParts(rows).flatMap((part) => [insertion.bind(part, changeId), history.bind(part)]);
}

/** Selects records that a change has set aside. */
export async function selectAside(
  db: D1Database,
  changeId: string,
  ids: string[],
): Promise<Map<string, StoredRecord>> {
  if (ids.length === 0) return new Map();
  const { results } = await db
    .prepare(
      `SELECT a.id, a.body FROM json_each(?1) j CROSS JOIN records_aside a ON a.id = j.value
       WHERE a.change_id = ?2`,
    )
    .bind(JSON.stringify(ids), changeId)
    .all<{ id: string; body: string }>();
  const rest = {
    paused_by_suspension: 0,
    paused_by_takedown: 0,
    health: "{}",
    threats: "{}",
    // Rows that an earlier version has set aside do not have it.
    places_left: null,
  };
  return new Map(
    results.map(({ id, body }) => [id, toStoredRecord({ ...rest, ...(JSON.parse(body) as RecordRow) })]),
  );
}

/** Restores the clicks and the history of records. Must run after the batch has inserted the records again. */
export function bringBack(db: D1Database, ids: string[]): D1PreparedStatement[] {
  if (ids.length === 0) return [];
  const list = JSON.stringify(ids);
  return [
    db
      .prepare(
        `UPDATE records SET clicked_week = a.clicked_week, total_clicks = a.body ->> 'total_clicks'
         FROM json_each(?1) j CROSS JOIN records_aside a ON a.id = j.value WHERE records.id = a.id`,
      )
      .bind(list),
    db
      .prepare(
        `INSERT INTO history (${HISTORY})
         SELECT ${HISTORY} FROM history_aside WHERE record_id IN (SELECT value FROM json_each(?1))`,
      )
      .bind(list),
    db.prepare("DELETE FROM records_aside WHERE id IN (SELECT value FROM json_each(?1))").bind(list),
  ];
}

/** Deletes some of the records that a change has set aside, with their history and clicks. */
export function forgetAside(db: D1Database, changeId: string, limit: number): D1PreparedStatement {
  return db
    .prepare(
      "DELETE FROM records_aside WHERE id IN (SELECT id FROM records_aside WHERE change_id = ?1 LIMIT ?2)",
    )
    .bind(changeId, limit);
}

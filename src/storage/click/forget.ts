/** Removes a record from stored messages. Its clicks still count for the workspace. */
const FORGET_STORED = `
  UPDATE click_batches SET body = json_set(body, ?2, 1)
  WHERE id >= (SELECT unfolded_from FROM click_folder) AND body IS NOT NULL AND json_type(body, ?1) = 'object'`;

/** The tables of counts. The last three are of release 0.1.0. */
const SCOPED = [
  "click_sheets",
  "click_months",
  "conversion_sums",
  "clicks_daily",
  "clicks_hourly",
  "clicks_by_value",
];

/** Returns the statements that delete the clicks of a record. The clicks of its workspace do not change. */
export function deleteRecordClicks(
  db: D1Database,
  workspaceId: string,
  recordId: string,
): D1PreparedStatement[] {
  const path = `$.of."${workspaceId}"."${recordId}"`;
  return [
    db.prepare(FORGET_STORED).bind(path, `${path}.isForgotten`),
    db.prepare("UPDATE records SET total_clicks = 0, clicked_week = 0 WHERE id = ?1").bind(recordId),
    db.prepare("DELETE FROM click_ids WHERE record_id = ?1").bind(recordId),
    ...SCOPED.map((table) => db.prepare(`DELETE FROM ${table} WHERE scope_id = ?1`).bind(recordId)),
  ];
}

/** The parts of stored messages that are about a record keep counting for its workspace. */
const FORGET_STORED = `
  UPDATE click_batches SET body = json_set(body, ?2, 1)
  WHERE id >= (SELECT unfolded_from FROM click_folder) AND body IS NOT NULL AND json_type(body, ?1) = 'object'`;

/** Returns the statements that delete the clicks of a record; those of its workspace stay as they are. */
export function deleteRecordClicks(
  db: D1Database,
  workspaceId: string,
  recordId: string,
): D1PreparedStatement[] {
  const path = `$.of."${workspaceId}"."${recordId}"`;
  return [
    db.prepare("DELETE FROM click_sheets WHERE scope_id = ?1").bind(recordId),
    db.prepare(FORGET_STORED).bind(path, `${path}.isForgotten`),
    db.prepare("UPDATE records SET total_clicks = 0, clicked_week = 0 WHERE id = ?1").bind(recordId),
    // Of the previous release.
    ...["clicks_daily", "clicks_hourly", "clicks_by_value"].map((table) =>
      db.prepare(`DELETE FROM ${table} WHERE scope_id = ?1`).bind(recordId),
    ),
  ];
}

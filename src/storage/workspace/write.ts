import type { WorkspaceSetting } from "../../domain/workspace.ts";

/** Updates the time for which a workspace keeps its clicks. The same value changes nothing. */
export function updateRetention(
  db: D1Database,
  id: string,
  { text, days }: { text: string | null; days: number },
  nowMs: number,
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE workspaces SET retention = ?2, retention_days = ?3, updated_at = ?4
       WHERE id = ?1 AND retention IS NOT ?2`,
    )
    .bind(id, text, days, nowMs);
}

/** Updates one setting of a workspace. The same value changes nothing. */
export function updateWorkspaceSetting(
  db: D1Database,
  id: string,
  setting: WorkspaceSetting,
  value: string | null,
  nowMs: number,
): D1PreparedStatement {
  return db
    .prepare(`UPDATE workspaces SET ${setting} = ?2, updated_at = ?3 WHERE id = ?1 AND ${setting} IS NOT ?2`)
    .bind(id, value, nowMs);
}

import type { WorkspaceSetting } from "../../domain/workspace.ts";

/** Updates one setting of a workspace. */
export function updateWorkspaceSetting(
  db: D1Database,
  id: string,
  setting: WorkspaceSetting,
  value: string | null,
  nowMs: number,
): D1PreparedStatement {
  return db
    .prepare(`UPDATE workspaces SET ${setting} = ?2, updated_at = ?3 WHERE id = ?1`)
    .bind(id, value, nowMs);
}

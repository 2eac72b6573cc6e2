import type { Member } from "../../domain/member.ts";

/** Links that sign a member in once (contract 36.6). Triggers end them with the member's role. */

/** Deletes the token that an earlier invitation of a member has made. */
export function deleteInvitedToken(db: D1Database, workspaceId: string, userId: string): D1PreparedStatement {
  return db
    .prepare("DELETE FROM tokens WHERE workspace_id = ?1 AND user_id = ?2 AND is_invited")
    .bind(workspaceId, userId);
}

/** Makes an invitation in place of the one before. Writes nothing if the member is gone. */
export function upsertInvitation(
  db: D1Database,
  workspaceId: string,
  userId: string,
  { hash, createdAtMs, endsAtMs }: { hash: string; createdAtMs: number; endsAtMs: number },
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO invitations (workspace_id, user_id, hash, created_at, ends_at)
       SELECT workspace_id, user_id, ?3, ?4, ?5 FROM memberships WHERE workspace_id = ?1 AND user_id = ?2
       ON CONFLICT DO UPDATE SET hash = ?3, created_at = ?4, ends_at = ?5, used_at = NULL`,
    )
    .bind(workspaceId, userId, hash, createdAtMs, endsAtMs);
}

type Invited = Pick<Member, "id" | "name" | "role"> & { workspaceId: string };

/** Selects the member whom an open invitation invites; null if there is none, or the workspace is suspended. */
export async function selectInvited(db: D1Database, hash: string, nowMs: number): Promise<Invited | null> {
  return db
    .prepare(
      `SELECT u.id, u.name, m.role, i.workspace_id AS workspaceId FROM invitations i
       CROSS JOIN memberships m ON m.workspace_id = i.workspace_id AND m.user_id = i.user_id
       CROSS JOIN users u ON u.id = i.user_id CROSS JOIN workspaces w ON w.id = i.workspace_id
       WHERE i.hash = ?1 AND i.used_at IS NULL AND i.ends_at > ?2 AND w.suspended_at IS NULL`,
    )
    .bind(hash, nowMs)
    .first<Invited>();
}

/** Ends an open invitation. Another use has changed no row. */
export function useInvitation(db: D1Database, hash: string, nowMs: number): D1PreparedStatement {
  return db
    .prepare("UPDATE invitations SET used_at = ?2 WHERE hash = ?1 AND used_at IS NULL")
    .bind(hash, nowMs);
}

import type { Member } from "../../domain/member.ts";
import { toHostsColumn } from "../reach.ts";

/** Members of a workspace; triggers keep addresses apart and the last owner in place. Each has a user of their own: what one workspace writes shows in no other. */

/** Inserts a member; fails with `email_taken` where the workspace has one of this address. */
export function insertMember(db: D1Database, workspaceId: string, member: Member): D1PreparedStatement[] {
  const { id, name, email, role, hosts, createdAtMs } = member;
  return [
    db
      .prepare("INSERT INTO users (id, name, email, created_at) VALUES (?1, ?2, ?3, ?4)")
      .bind(id, name, email, createdAtMs),
    db
      .prepare(
        "INSERT INTO memberships (workspace_id, user_id, role, created_at, hosts) VALUES (?1, ?2, ?3, ?4, ?5)",
      )
      .bind(workspaceId, id, role, createdAtMs, toHostsColumn(hosts)),
  ];
}

/** What a write changes of a member; a field that is left out stays. */
export type MemberChange = Partial<Pick<Member, "email" | "name" | "role" | "hosts">>;

/** Updates the fields of a member that are written; fails with `email_taken` or `last_owner`. */
export function updateMember(
  db: D1Database,
  workspaceId: string,
  id: string,
  { email, name, role, hosts }: MemberChange,
): D1PreparedStatement[] {
  return [
    db
      .prepare("UPDATE users SET email = coalesce(?2, email), name = coalesce(?3, name) WHERE id = ?1")
      .bind(id, email ?? null, name ?? null),
    db
      .prepare(
        `UPDATE memberships SET role = coalesce(?3, role), hosts = iif(?4, ?5, hosts)
         WHERE workspace_id = ?1 AND user_id = ?2`,
      )
      .bind(
        workspaceId,
        id,
        role ?? null,
        Number(hosts !== undefined),
        hosts === undefined ? null : toHostsColumn(hosts),
      ),
  ];
}

/**
 * Deletes a member with the tokens that they made; fails with `last_owner`. The name stays, because records
 * and histories show it; the address goes.
 */
export function deleteMemberRow(db: D1Database, workspaceId: string, id: string): D1PreparedStatement[] {
  return [
    db
      .prepare("UPDATE memberships SET role = 'viewer' WHERE workspace_id = ?1 AND user_id = ?2")
      .bind(workspaceId, id),
    db.prepare("DELETE FROM tokens WHERE workspace_id = ?1 AND user_id = ?2").bind(workspaceId, id),
    db.prepare("DELETE FROM memberships WHERE workspace_id = ?1 AND user_id = ?2").bind(workspaceId, id),
    db.prepare("UPDATE users SET email = '', left_workspace = ?1 WHERE id = ?2").bind(workspaceId, id),
  ];
}

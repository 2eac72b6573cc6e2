import type { Member } from "../../domain/member.ts";
import { toHostsColumn } from "../reach.ts";

/**
 * Members of a workspace. Triggers refuse a repeated address, and the loss of the last owner. Each member has a
 * separate user, so that the writes of one workspace do not show in another.
 */

/** Inserts a member. Fails with `email_taken` if the workspace already has a member with this address. */
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

/** The fields of a member that a write changes. An absent field is not changed. */
export type MemberChange = Partial<Pick<Member, "email" | "name" | "role" | "hosts">>;

/** Updates the written fields of a member. Fails with `email_taken` or `last_owner`. */
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
 * Deletes a member with the tokens that they made. Fails with `last_owner`. Keeps the name, because records
 * and histories show it, and deletes the address.
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

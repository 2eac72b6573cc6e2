import type { ListPart } from "../../domain/list.ts";
import type { Member } from "../../domain/member.ts";
import type { Role } from "../../domain/role.ts";
import type { Limits } from "../../domain/reach.ts";
import { fromLimitColumns, toLimitColumns } from "../reach.ts";

export async function selectUserNames(db: D1Database, ids: string[]): Promise<Map<string, string>> {
  const { results } = await db
    .prepare("SELECT u.id, u.name FROM json_each(?1) i CROSS JOIN users u ON u.id = i.value")
    .bind(JSON.stringify([...new Set(ids)]))
    .all<{ id: string; name: string }>();
  return new Map(results.map(({ id, name }) => [id, name]));
}

/** Selects a user; an unknown one has empty texts. */
export async function selectUser(db: D1Database, id: string): Promise<{ name: string; email: string }> {
  const row = await db
    .prepare("SELECT name, email FROM users WHERE id = ?1")
    .bind(id)
    .first<{ name: string; email: string }>();
  return row ?? { name: "", email: "" };
}

interface MemberRow {
  id: string;
  name: string;
  email: string;
  role: Role;
  /** A list as JSON; null for all. */
  hosts: string | null;
  limits: string | null;
  created_at: number;
  /** As JSON. */
  invitation: string | null;
}

const MEMBERS = `SELECT u.id, u.name, u.email, m.role, m.hosts, m.limits, m.created_at,
    (SELECT json_object('createdAtMs', i.created_at, 'endsAtMs', i.ends_at, 'usedAtMs', i.used_at) FROM invitations i
     WHERE i.workspace_id = m.workspace_id AND i.user_id = m.user_id) AS invitation
  FROM memberships m CROSS JOIN users u ON u.id = m.user_id WHERE m.workspace_id = ?1`;

function toMember({ created_at: createdAtMs, hosts, limits, invitation, ...row }: MemberRow): Member {
  return {
    ...row,
    ...fromLimitColumns(hosts, limits),
    createdAtMs,
    ...(invitation !== null && { invitation: JSON.parse(invitation) as NonNullable<Member["invitation"]> }),
  };
}

export async function selectMembers(
  db: D1Database,
  workspaceId: string,
  behind: string,
  limit: number,
): Promise<Member[]> {
  return selectMemberPage(db, workspaceId, { after: behind, isBackward: true, limit });
}

export async function selectMemberPage(
  db: D1Database,
  workspaceId: string,
  { after, isBackward, limit }: ListPart,
): Promise<Member[]> {
  const [operator, direction] = isBackward ? [">", "ASC"] : ["<", "DESC"];
  const { results } = await db
    .prepare(
      `${MEMBERS} AND (?2 IS NULL OR m.user_id ${operator} ?2) ORDER BY m.user_id ${direction} LIMIT ?3`,
    )
    .bind(workspaceId, after, limit)
    .all<MemberRow>();
  return results.map(toMember);
}

export async function selectMember(db: D1Database, workspaceId: string, id: string): Promise<Member | null> {
  const row = await db.prepare(`${MEMBERS} AND m.user_id = ?2`).bind(workspaceId, id).first<MemberRow>();
  return row === null ? null : toMember(row);
}

// Members of a workspace. Triggers refuse a repeated address, and the loss of the last owner. Each member has a
// separate user, so that the writes of one workspace do not show in another.

/** Inserts a member. Fails with `email_taken` if the workspace already has a member with this address. */
export function insertMember(db: D1Database, workspaceId: string, member: Member): D1PreparedStatement[] {
  const { id, name, email, role, createdAtMs } = member;
  return [
    db
      .prepare("INSERT INTO users (id, name, email, created_at) VALUES (?1, ?2, ?3, ?4)")
      .bind(id, name, email, createdAtMs),
    db
      .prepare(
        `INSERT INTO memberships (workspace_id, user_id, role, created_at, hosts, limits)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)`,
      )
      .bind(workspaceId, id, role, createdAtMs, ...toLimitColumns(member)),
  ];
}

/** The fields of a member that a write changes. An absent field is not changed. */
export type MemberChange = Partial<Pick<Member, "email" | "name" | "role">> & { limits?: Limits };

/** Updates the written fields of a member. Fails with `email_taken` or `last_owner`. */
export function updateMember(
  db: D1Database,
  workspaceId: string,
  id: string,
  { email, name, role, limits }: MemberChange,
): D1PreparedStatement[] {
  return [
    db
      .prepare("UPDATE users SET email = coalesce(?2, email), name = coalesce(?3, name) WHERE id = ?1")
      .bind(id, email ?? null, name ?? null),
    db
      .prepare(
        `UPDATE memberships SET role = coalesce(?3, role), hosts = iif(?4, ?5, hosts),
           limits = iif(?4, ?6, limits)
         WHERE workspace_id = ?1 AND user_id = ?2`,
      )
      .bind(
        workspaceId,
        id,
        role ?? null,
        Number(limits !== undefined),
        ...(limits === undefined ? [null, null] : toLimitColumns(limits)),
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

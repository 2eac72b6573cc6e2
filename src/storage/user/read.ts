import type { Member } from "../../domain/member.ts";
import type { Role } from "../../domain/role.ts";
import { fromHostsColumn } from "../reach.ts";

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
  created_at: number;
}

const MEMBERS = `SELECT u.id, u.name, u.email, m.role, m.hosts, m.created_at
  FROM memberships m CROSS JOIN users u ON u.id = m.user_id WHERE m.workspace_id = ?1`;

function toMember({ created_at: createdAtMs, hosts, ...row }: MemberRow): Member {
  return { ...row, hosts: fromHostsColumn(hosts), createdAtMs };
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
  { after, isBackward, limit }: { after: string | null; isBackward: boolean; limit: number },
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

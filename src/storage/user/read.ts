import type { Role } from "../../domain/role.ts";

/** Selects the names of users, by id. */
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

/** A user with the role in a workspace. */
export interface Member {
  id: string;
  name: string;
  email: string;
  role: Role;
  createdAtMs: number;
}

/** Selects the members of a workspace, behind an id. */
export async function selectMembers(
  db: D1Database,
  workspaceId: string,
  behind: string,
  limit: number,
): Promise<Member[]> {
  const { results } = await db
    .prepare(
      `SELECT u.id, u.name, u.email, m.role, m.created_at AS createdAtMs
       FROM memberships m CROSS JOIN users u ON u.id = m.user_id
       WHERE m.workspace_id = ?1 AND m.user_id > ?2 ORDER BY m.user_id LIMIT ?3`,
    )
    .bind(workspaceId, behind, limit)
    .all<Member>();
  return results;
}

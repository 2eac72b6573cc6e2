import type { Plan } from "../../domain/plan.ts";
import type { Role } from "../../domain/role.ts";

/** Who a bearer token stands for. */
interface TokenHolder {
  token_id: string;
  token_name: string;
  token_role: Role;
  expires_at: number | null;
  last_used_at: number | null;
  member_role: Role;
  user_id: string;
  workspace_id: string;
  workspace_name: string;
  plan: Plan;
}

/** By the SHA-256 of the token, hexadecimal. Expiry is the caller's to judge. */
export async function findTokenHolder(db: D1Database, hash: string): Promise<TokenHolder | null> {
  return db
    .prepare(
      `SELECT t.id AS token_id, t.name AS token_name, t.role AS token_role, t.expires_at, t.last_used_at,
              m.role AS member_role, t.user_id, w.id AS workspace_id, w.name AS workspace_name, w.plan
       FROM tokens t
       CROSS JOIN memberships m ON m.workspace_id = t.workspace_id AND m.user_id = t.user_id
       CROSS JOIN workspaces w ON w.id = t.workspace_id
       WHERE t.hash = ?1`,
    )
    .bind(hash)
    .first<TokenHolder>();
}

export async function noteTokenUse(db: D1Database, tokenId: string, nowMs: number): Promise<void> {
  await db.prepare("UPDATE tokens SET last_used_at = ?2 WHERE id = ?1").bind(tokenId, nowMs).run();
}

export interface TokenRow {
  id: string;
  name: string;
  role: Role;
  created_at: number;
  expires_at: number | null;
  last_used_at: number | null;
}

export async function listTokens(db: D1Database, workspaceId: string): Promise<TokenRow[]> {
  const { results } = await db
    .prepare(
      "SELECT id, name, role, created_at, expires_at, last_used_at FROM tokens WHERE workspace_id = ?1 ORDER BY id DESC",
    )
    .bind(workspaceId)
    .all<TokenRow>();
  return results;
}

export async function insertToken(
  db: D1Database,
  token: Omit<TokenRow, "last_used_at"> & { workspaceId: string; userId: string; hash: string },
): Promise<void> {
  await db
    .prepare(
      `INSERT INTO tokens (id, workspace_id, user_id, name, role, hash, created_at, expires_at)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)`,
    )
    .bind(
      token.id,
      token.workspaceId,
      token.userId,
      token.name,
      token.role,
      token.hash,
      token.created_at,
      token.expires_at,
    )
    .run();
}

/** Whether there was such a token. */
export async function deleteToken(db: D1Database, workspaceId: string, id: string): Promise<boolean> {
  const { meta } = await db
    .prepare("DELETE FROM tokens WHERE workspace_id = ?1 AND id = ?2")
    .bind(workspaceId, id)
    .run();
  return meta.changes > 0;
}

import type { Plan } from "../../domain/plan.ts";
import type { Role } from "../../domain/role.ts";
import type { Token } from "../../domain/token.ts";

/** A token with the user and the workspace that it belongs to. */
interface TokenHolder {
  token: Token;
  /** The role of the user in the workspace. */
  memberRole: Role;
  user: { id: string };
  workspace: { id: string; name: string; plan: Plan; isSuspended: boolean };
}

interface TokenRow {
  id: string;
  name: string;
  role: Role;
  created_at: number;
  expires_at: number | null;
  last_used_at: number | null;
}

interface HolderRow extends TokenRow {
  member_role: Role;
  user_id: string;
  workspace_id: string;
  workspace_name: string;
  plan: Plan;
  suspended_at: number | null;
}

/**
 * Selects the holder of a token, or null. The caller has to check that the token has not expired.
 * @param hash SHA-256 of the token, hexadecimal
 */
export async function selectTokenHolder(db: D1Database, hash: string): Promise<TokenHolder | null> {
  const row = await db
    .prepare(
      `SELECT t.id, t.name, t.role, t.created_at, t.expires_at, t.last_used_at,
              m.role AS member_role, t.user_id, w.id AS workspace_id, w.name AS workspace_name, w.plan,
              w.suspended_at
       FROM tokens t
       CROSS JOIN memberships m ON m.workspace_id = t.workspace_id AND m.user_id = t.user_id
       CROSS JOIN workspaces w ON w.id = t.workspace_id
       WHERE t.hash = ?1`,
    )
    .bind(hash)
    .first<HolderRow>();
  if (row === null) return null;
  return {
    token: toToken(row),
    memberRole: row.member_role,
    user: { id: row.user_id },
    workspace: {
      id: row.workspace_id,
      name: row.workspace_name,
      plan: row.plan,
      isSuspended: row.suspended_at !== null,
    },
  };
}

/** Selects the tokens of a workspace, newest first. */
export async function selectTokens(db: D1Database, workspaceId: string): Promise<Token[]> {
  const { results } = await db
    .prepare(
      "SELECT id, name, role, created_at, expires_at, last_used_at FROM tokens WHERE workspace_id = ?1 ORDER BY id DESC",
    )
    .bind(workspaceId)
    .all<TokenRow>();
  return results.map(toToken);
}

function toToken(row: TokenRow): Token {
  return {
    id: row.id,
    name: row.name,
    role: row.role,
    createdAtMs: row.created_at,
    expiresAtMs: row.expires_at,
    lastUsedAtMs: row.last_used_at,
  };
}

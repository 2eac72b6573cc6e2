/** A sign-in to the dashboard. */
export interface Session {
  /** The SHA-256 of the id in the cookie, hexadecimal. */
  hash: string;
  workspaceId: string;
  userId: string;
  /** The SHA-256 of the token that opened the session; null if Cloudflare Access did. */
  tokenHash: string | null;
  createdAtMs: number;
  endsAtMs: number;
  /** The time when the user last showed the token; null if a code opened the session. */
  provenAtMs: number | null;
}

interface SessionRow {
  hash: string;
  workspace_id: string;
  user_id: string;
  token_hash: string | null;
  created_at: number;
  ends_at: number;
  proven_at: number | null;
}

export async function selectSession(db: D1Database, hash: string, nowMs: number): Promise<Session | null> {
  const row = await db
    .prepare("SELECT * FROM sessions WHERE hash = ?1 AND ends_at > ?2")
    .bind(hash, nowMs)
    .first<SessionRow>();
  if (row === null) return null;
  return {
    hash: row.hash,
    workspaceId: row.workspace_id,
    userId: row.user_id,
    tokenHash: row.token_hash,
    createdAtMs: row.created_at,
    endsAtMs: row.ends_at,
    provenAtMs: row.proven_at,
  };
}

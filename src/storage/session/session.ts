import { deletePart, type PlainStatement } from "../statement.ts";

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

export function insertSession(db: D1Database, session: Session): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO sessions (hash, workspace_id, user_id, token_hash, created_at, ends_at, proven_at)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)`,
    )
    .bind(
      session.hash,
      session.workspaceId,
      session.userId,
      session.tokenHash,
      session.createdAtMs,
      session.endsAtMs,
      session.provenAtMs,
    );
}

export function deleteSession(db: D1Database, hash: string): D1PreparedStatement {
  return db.prepare("DELETE FROM sessions WHERE hash = ?1").bind(hash);
}

export function insertSignInCode(code: {
  hash: string;
  workspaceId: string;
  tokenHash: string;
  expiresAtMs: number;
}): PlainStatement {
  return {
    sql: "INSERT INTO sign_in_codes (hash, workspace_id, token_hash, expires_at) VALUES (?1, ?2, ?3, ?4)",
    parameters: [code.hash, code.workspaceId, code.tokenHash, code.expiresAtMs],
  };
}

/** Deletes a code, so that it works once. Returns the hash of its token; null if the code is unknown or too old. */
export async function takeSignInCode(db: D1Database, hash: string, nowMs: number): Promise<string | null> {
  const row = await db
    .prepare("DELETE FROM sign_in_codes WHERE hash = ?1 RETURNING token_hash, expires_at")
    .bind(hash)
    .first<{ token_hash: string; expires_at: number }>();
  return row !== null && row.expires_at > nowMs ? row.token_hash : null;
}

const ENDED = "FROM sessions WHERE ends_at <= ?1";
// There are few codes, because only a start on a person's own machine writes one.
const EXPIRED_CODES = "FROM sign_in_codes WHERE expires_at <= ?1";

export const HAS_ENDED_SESSIONS = `EXISTS (SELECT 1 ${ENDED}) OR EXISTS (SELECT 1 ${EXPIRED_CODES})`;

/** Deletes expired sessions, a bounded number at once, and codes. Returns whether sessions are left. */
export async function deleteEndedSessions(db: D1Database, nowMs: number, limit: number): Promise<boolean> {
  const sessions = db
    .prepare(`DELETE FROM sessions WHERE hash IN (SELECT hash ${ENDED} ORDER BY ends_at LIMIT ?2)`)
    .bind(nowMs, limit);
  return deletePart(db, [sessions, db.prepare(`DELETE ${EXPIRED_CODES}`).bind(nowMs)], limit);
}

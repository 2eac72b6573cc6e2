import type { Token } from "../../domain/token.ts";
import { toHostsColumn } from "../reach.ts";

/** A token to insert. `hash` is the SHA-256 of its secret, hexadecimal. */
type NewToken = Omit<Token, "lastUsedAtMs"> & { workspaceId: string; userId: string; hash: string };

export function insertToken(db: D1Database, token: NewToken): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO tokens (id, workspace_id, user_id, name, role, hash, created_at, expires_at, hosts)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)`,
    )
    .bind(
      token.id,
      token.workspaceId,
      token.userId,
      token.name,
      token.role,
      token.hash,
      token.createdAtMs,
      token.expiresAtMs,
      toHostsColumn(token.hosts),
    );
}

export async function updateTokenUse(db: D1Database, tokenId: string, nowMs: number): Promise<void> {
  await db.prepare("UPDATE tokens SET last_used_at = ?2 WHERE id = ?1").bind(tokenId, nowMs).run();
}

/** Deletes a token of a workspace. Returns whether there was one. */
export async function deleteToken(db: D1Database, workspaceId: string, id: string): Promise<boolean> {
  const { meta } = await db
    .prepare("DELETE FROM tokens WHERE workspace_id = ?1 AND id = ?2")
    .bind(workspaceId, id)
    .run();
  return meta.changes > 0;
}

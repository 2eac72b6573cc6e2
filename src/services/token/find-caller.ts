import { lowerRole } from "../../domain/role.ts";
import { selectTokenHolder } from "../../storage/token/read.ts";
import { updateTokenUse } from "../../storage/token/write.ts";
import type { Caller } from "../context.ts";

/**
 * Finds the caller of a bearer token, or null if the token is unknown, revoked or expired (contract: Authentication).
 * @param hash of the token, by `hashToken`
 */
export async function findCaller(db: D1Database, hash: string, nowMs: number): Promise<Caller | null> {
  const holder = await selectTokenHolder(db, hash);
  if (holder === null) return null;
  const { token, memberRole, user, workspace } = holder;
  if (token.expiresAtMs !== null && token.expiresAtMs <= nowMs) return null;
  return {
    workspace,
    user,
    token: { id: token.id, name: token.name, lastUsedAtMs: token.lastUsedAtMs },
    role: lowerRole(token.role, memberRole),
  };
}

const LAST_USE_PRECISION_MS = 60_000;

/** Writes when a token was last used, at most once a minute. */
export async function noteUse(db: D1Database, { token }: Caller, nowMs: number): Promise<void> {
  if (nowMs - (token.lastUsedAtMs ?? 0) >= LAST_USE_PRECISION_MS) await updateTokenUse(db, token.id, nowMs);
}

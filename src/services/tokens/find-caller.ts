import { lowerRole } from "../../domain/role.ts";
import { findTokenHolder, noteTokenUse } from "../../storage/tokens.ts";
import type { Caller } from "../context.ts";

/**
 * Finds the caller of a bearer token; null if it is unknown, revoked or expired (contract 9.2).
 * @param hash of the token, by `hashToken`
 */
export async function findCaller(db: D1Database, hash: string, nowMs: number): Promise<Caller | null> {
  const holder = await findTokenHolder(db, hash);
  if (holder === null || (holder.expires_at !== null && holder.expires_at <= nowMs)) return null;
  return {
    workspace: { id: holder.workspace_id, name: holder.workspace_name, plan: holder.plan },
    user: { id: holder.user_id },
    token: { id: holder.token_id, name: holder.token_name, lastUsedAtMs: holder.last_used_at },
    role: lowerRole(holder.token_role, holder.member_role),
  };
}

const LAST_USE_PRECISION_MS = 60_000;

/** Notes the use of a token, at most once a minute; what it is worth does not depend on this. */
export async function noteUse(db: D1Database, { token }: Caller, nowMs: number): Promise<void> {
  if (nowMs - (token.lastUsedAtMs ?? 0) >= LAST_USE_PRECISION_MS) await noteTokenUse(db, token.id, nowMs);
}

import { lowerRole } from "../../domain/role.ts";
import { findTokenHolder } from "../../storage/tokens.ts";
import type { Caller } from "../context.ts";

/**
 * Returns the caller that a bearer token stands for; null where the token is unknown, revoked or expired
 * (contract: Authentication).
 * @param hash the hash of the token, by `hashToken`
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

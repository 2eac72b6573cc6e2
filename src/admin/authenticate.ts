import { lowerRole } from "../domain/role.ts";
import type { Caller } from "../services/context.ts";
import { hashToken, isTokenShaped } from "../services/token.ts";
import { findTokenHolder } from "../storage/tokens.ts";
import { HttpError } from "./error.ts";

/** Whoever the bearer token stands for (contract: Authentication). @throws HttpError 401 */
export async function authenticate(db: D1Database, header: string | undefined, nowMs: number): Promise<Caller> {
  const token = /^Bearer +(\S+)$/i.exec(header ?? "")?.[1];
  const holder = token !== undefined && isTokenShaped(token) ? await findTokenHolder(db, await hashToken(token)) : null;
  if (holder === null || (holder.expires_at !== null && holder.expires_at <= nowMs)) {
    throw new HttpError(401, "A valid API token is needed: Authorization: Bearer <token>.", {
      headers: { "WWW-Authenticate": "Bearer" },
    });
  }
  return {
    workspace: { id: holder.workspace_id, name: holder.workspace_name, plan: holder.plan },
    user: { id: holder.user_id, name: holder.user_name },
    token: { id: holder.token_id, name: holder.token_name },
    role: lowerRole(holder.token_role, holder.member_role),
  };
}

import { addFieldError, hasFieldErrors, type FieldErrors } from "../../domain/field-error.ts";
import { isAtLeast, type Role } from "../../domain/role.ts";
import { insertToken, type TokenRow } from "../../storage/token/read.ts";
import type { ServiceContext } from "../context.ts";
import { newId } from "../new-id.ts";
import { done, invalid, type Draft, type Result } from "../result.ts";
import { generateToken, hashToken } from "./token.ts";

interface CreatedToken extends TokenRow {
  /** Shown this once. */
  token: string;
}

/** Makes a token of at most the caller's own role (`POST /tokens`). */
export async function createToken(
  ctx: ServiceContext,
  draft: Draft<{ name?: string; role?: Role; expiresAtMs?: number | null }>,
): Promise<Result<CreatedToken>> {
  const errors: FieldErrors = structuredClone(draft.errors);
  const { caller, nowMs } = ctx;
  const { name, role = caller.role, expiresAtMs = null } = draft.fields;
  if (!isAtLeast(caller.role, role)) addFieldError(errors, "role", "must not be above your own");
  if (expiresAtMs !== null && expiresAtMs <= nowMs) addFieldError(errors, "expires", "must be in the future");
  if (name === undefined || hasFieldErrors(errors)) return invalid(errors);
  const token = generateToken();
  const row = { id: newId(nowMs), name, role, created_at: nowMs, expires_at: expiresAtMs };
  const owner = { workspaceId: caller.workspace.id, userId: caller.user.id };
  await insertToken(ctx.env.DB, { ...row, ...owner, hash: await hashToken(token) });
  return done({ ...row, last_used_at: null, token });
}

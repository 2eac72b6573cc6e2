import { addFieldError, hasFieldErrors, type FieldErrors } from "../../domain/field-error.ts";
import type { Hostname } from "../../domain/hostname.ts";
import { refuse } from "../../domain/refusal/refusal.ts";
import { isAtLeast, type Role } from "../../domain/role.ts";
import type { Token } from "../../domain/token.ts";
import { selectTokens, insertToken, deleteToken } from "../../storage/token/token.ts";
import { addReachErrors } from "../add-reach-errors.ts";
import type { ServiceContext } from "../context.ts";
import { readPage, type Page, type PageRequest } from "../cursor.ts";
import { noteResult } from "../keyed-call.ts";
import { newId } from "../new-id.ts";
import { requireProof } from "../require-proof.ts";
import { type Result, done, invalid, type Draft, NOT_FOUND } from "../result.ts";
import { generateToken, hashToken } from "./token.ts";

export async function listTokens(ctx: ServiceContext, page: PageRequest): Promise<Result<Page<Token>>> {
  return readPage<Token, string>({
    list: ["tokens"],
    ...page,
    positionOf: ({ id }) => id,
    read: (part) => selectTokens(ctx.env.DB, ctx.caller.workspace.id, part),
  });
}

interface CreatedToken extends Token {
  /** The secret, which only this call returns. The database has its hash. */
  secret: string;
}

/** Creates a token of at most the caller's own role and hostnames (`POST /tokens`). */
export async function createToken(
  ctx: ServiceContext,
  draft: Draft<{
    name?: string;
    role?: Role;
    expiresAtMs?: number | null;
    hosts?: readonly Hostname[] | null;
  }>,
): Promise<Result<CreatedToken>> {
  const refused = requireProof(ctx);
  if (refused !== null) return refused;
  const errors: FieldErrors = structuredClone(draft.errors);
  const { caller, nowMs } = ctx;
  const { name, role = caller.role, expiresAtMs = null, hosts = caller.reach.hosts } = draft.fields;
  if (!isAtLeast(caller.role, role)) addFieldError(errors, "role", refuse("above_own_role"));
  if (expiresAtMs !== null && expiresAtMs <= nowMs) addFieldError(errors, "expires", refuse("not_in_future"));
  await addReachErrors(ctx, hosts, errors);
  if (name === undefined || hasFieldErrors(errors)) return invalid(errors);
  const secret = generateToken();
  const token = { id: newId(nowMs), name, role, hosts, createdAtMs: nowMs, expiresAtMs };
  const owner = { workspaceId: caller.workspace.id, userId: caller.user.id };
  const inserted = insertToken(ctx.env.DB, { ...token, ...owner, hash: await hashToken(secret) });
  await ctx.env.DB.batch([inserted, ...noteResult(ctx, { id: token.id })]);
  return done({ ...token, lastUsedAtMs: null, secret });
}

/** Revokes a token, so that its next call is refused. Other tokens stay valid (contract 9.3 and 14.5). */
export async function revokeToken(ctx: ServiceContext, id: string): Promise<Result<null>> {
  const refused = requireProof(ctx);
  if (refused !== null) return refused;
  return (await deleteToken(ctx.env.DB, ctx.caller.workspace.id, id)) ? done(null) : NOT_FOUND;
}

import type { Act } from "../../domain/activity.ts";
import { addFieldError, hasFieldErrors, type FieldErrors } from "../../domain/field-error.ts";
import type { Limits } from "../../domain/reach.ts";
import { refuse } from "../../domain/refusal/refusal.ts";
import { isAtLeast, type Role } from "../../domain/role.ts";
import type { Only, Token } from "../../domain/token.ts";
import { sign } from "../../runtime/signing.ts";
import {
  deleteToken,
  DOOR_KEY,
  doorKeyHash,
  insertToken,
  selectTokens,
  TOKEN,
  type TokenKind,
} from "../../storage/token/token.ts";
import { addReachErrors } from "../add-reach-errors.ts";
import { noteActivity } from "../activity/note-activity.ts";
import type { ServiceContext } from "../context.ts";
import { readPage, type Page, type PageRequest } from "../cursor.ts";
import { noteResult } from "../keyed-call.ts";
import { newId } from "../new-id.ts";
import { requireProof } from "../require-proof.ts";
import { type Result, done, failed, invalid, type Draft, NOT_FOUND } from "../result.ts";
import { generateToken, hashToken } from "./token.ts";

/**
 * Tokens, and keys of the door YOURLS (contract 35.4), which are tokens that only the door takes. Its clients send a
 * signature of the key's id, which is computed from SIGNING_KEY, so that nothing secret is stored and it can be shown again.
 */

export { DOOR_KEY, TOKEN };

const MAX_DOOR_KEYS = 20;

export async function listTokens(
  ctx: ServiceContext,
  page: PageRequest,
  kind: TokenKind,
): Promise<Result<Page<Token>>> {
  return readPage<Token, string>({
    list: ["tokens"],
    ...page,
    positionOf: ({ id }) => id,
    read: (part) => selectTokens(ctx.env.DB, ctx.caller.reach, part, kind),
  });
}

export interface SecretToken extends Token {
  /** The secret of a token, which only its creation returns: the database has its hash. Or the signature of a key. */
  secret: string;
}

/** Creates a token of at most the caller's own role and hostnames (`POST /tokens`), or such a key of a door. */
export async function createToken(
  ctx: ServiceContext,
  draft: Draft<
    {
      name?: string;
      role?: Role;
      only?: Only | null;
      expiresAtMs?: number | null;
    } & Partial<Limits>
  >,
  kind: TokenKind,
): Promise<Result<SecretToken>> {
  const refused = requireProof(ctx);
  if (refused !== null) return refused;
  const errors: FieldErrors = structuredClone(draft.errors);
  const { caller, env, nowMs } = ctx;
  const { name, role = caller.role, only = null, expiresAtMs = null } = draft.fields;
  const { hosts = caller.reach.hosts, tags = caller.reach.tags } = draft.fields;
  if (!isAtLeast(caller.role, role)) addFieldError(errors, "role", refuse("above_own_role"));
  if (only !== null && !isAtLeast(role, "editor")) addFieldError(errors, "role", refuse("role_reports"));
  if (expiresAtMs !== null && expiresAtMs <= nowMs) addFieldError(errors, "expires", refuse("not_in_future"));
  if (only !== null && tags !== null) addFieldError(errors, "tags", refuse("not_taken"));
  await addReachErrors(ctx, hosts, errors);
  if (name === undefined || hasFieldErrors(errors)) return invalid(errors);
  const token = {
    id: newId(nowMs),
    name,
    role,
    only,
    hosts,
    tags,
    createdAtMs: nowMs,
    expiresAtMs,
    lastUsedAtMs: null,
  };
  const isKey = kind === DOOR_KEY;
  const secret = isKey ? await sign(env, "yourls", token.id) : generateToken();
  const inserted = insertToken(
    env.DB,
    {
      ...token,
      workspaceId: caller.workspace.id,
      userId: caller.user.id,
      hash: isKey ? doorKeyHash(token.id) : await hashToken(secret),
    },
    isKey ? MAX_DOOR_KEYS : undefined,
  );
  const [result] = await env.DB.batch([
    inserted,
    ...noteToken(ctx, "created", token),
    ...noteResult(ctx, { id: token.id }, "changes() > 0"),
  ]);
  return result?.meta.changes === 0
    ? failed({ code: "plan_limit", limit: "keys", used: MAX_DOOR_KEYS, allowed: MAX_DOOR_KEYS })
    : done({ ...token, secret });
}

const ONE = { after: null, isBackward: false, limit: 1 };

function noteToken(ctx: ServiceContext, action: Act["action"], { id, name }: Token) {
  return noteActivity(ctx, [{ kind: "token", action, subject: id, name }], true);
}

/** Returns a key of a door with its signature, which lets its holder create links. */
export async function getDoorKey(ctx: ServiceContext, id: string): Promise<Result<SecretToken>> {
  const refused = requireProof(ctx);
  if (refused !== null) return refused;
  const [key] = await selectTokens(ctx.env.DB, ctx.caller.reach, ONE, DOOR_KEY, id);
  return key === undefined ? NOT_FOUND : done({ ...key, secret: await sign(ctx.env, "yourls", id) });
}

/** Revokes a token, so that its next call is refused. Other tokens stay valid (contract 9.3 and 14.5). */
export async function revokeToken(ctx: ServiceContext, id: string, kind: TokenKind): Promise<Result<null>> {
  const refused = requireProof(ctx);
  if (refused !== null) return refused;
  const { DB } = ctx.env;
  const { reach } = ctx.caller;
  const [token] = await selectTokens(DB, reach, ONE, kind, id);
  if (token === undefined) return NOT_FOUND;
  const [deleted] = await DB.batch([deleteToken(DB, reach, id, kind), ...noteToken(ctx, "deleted", token)]);
  return deleted?.meta.changes === 0 ? NOT_FOUND : done(null);
}

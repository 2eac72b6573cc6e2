import type { ListPart } from "../../domain/list.ts";
import type { Plan } from "../../domain/plan.ts";
import type { Role } from "../../domain/role.ts";
import type { Token } from "../../domain/token.ts";
import type { Limits, Reach } from "../../domain/reach.ts";
import { fromLimitColumns, hostsParameter, toLimitColumns } from "../reach.ts";

interface TokenHolder {
  token: Token;
  memberRole: Role;
  memberLimits: Limits;
  user: { id: string };
  workspace: { id: string; name: string; plan: Plan; isSuspended: boolean; doors: string | null };
}

interface TokenRow {
  id: string;
  name: string;
  role: Role;
  /** A list as JSON; null for all. */
  hosts: string | null;
  limits: string | null;
  created_at: number;
  expires_at: number | null;
  last_used_at: number | null;
}

interface HolderRow extends TokenRow {
  member_role: Role;
  member_hosts: string | null;
  member_limits: string | null;
  user_id: string;
  workspace_id: string;
  workspace_name: string;
  plan: Plan;
  suspended_at: number | null;
  doors: string | null;
}

/**
 * Returns what a key of the door YOURLS has in place of a hash (contract 35.4). It holds no secret, and no token hashes
 * to it.
 */
export function doorKeyHash(id: string): string {
  return `yourls:${id}`;
}

export const DOOR_KEY = "hash GLOB 'yourls:*'";
export const TOKEN = `NOT ${DOOR_KEY}`;
/** The condition that a row is a key of a door, or that it is none. */
export type TokenKind = typeof DOOR_KEY | typeof TOKEN;

/** The condition that all hostnames of a row are in a list; if that is null, of any row. */
const WITHIN = `(?3 IS NULL OR NOT EXISTS (
  SELECT 1 FROM json_each(hosts) h WHERE h.value NOT IN (SELECT value FROM json_each(?3))))`;

/**
 * Selects the holder of a token or of a key of a door, or null. The caller must check that the token has not expired.
 * @param hash the SHA-256 of the token, hexadecimal, or the result of `doorKeyHash`
 */
export async function selectTokenHolder(db: D1Database, hash: string): Promise<TokenHolder | null> {
  const row = await db
    .prepare(
      `SELECT t.id, t.name, t.role, t.hosts, t.limits, t.created_at, t.expires_at, t.last_used_at,
              m.role AS member_role, m.hosts AS member_hosts, m.limits AS member_limits, t.user_id,
              w.id AS workspace_id, w.name AS workspace_name, w.plan, w.suspended_at, w.doors
       FROM tokens t
       CROSS JOIN memberships m ON m.workspace_id = t.workspace_id AND m.user_id = t.user_id
       CROSS JOIN workspaces w ON w.id = t.workspace_id
       WHERE t.hash = ?1`,
    )
    .bind(hash)
    .first<HolderRow>();
  if (row === null) return null;
  return {
    token: toToken(row),
    memberRole: row.member_role,
    memberLimits: fromLimitColumns(row.member_hosts, row.member_limits),
    user: { id: row.user_id },
    workspace: {
      id: row.workspace_id,
      name: row.workspace_name,
      plan: row.plan,
      isSuspended: row.suspended_at !== null,
      doors: row.doors,
    },
  };
}

/**
 * Selects those whose hostnames are all within a reach.
 * @param id only this one, if it is there
 */
export async function selectTokens(
  db: D1Database,
  reach: Reach,
  { after, isBackward, limit }: ListPart,
  kind: TokenKind,
  id: string | null = null,
): Promise<Token[]> {
  const [operator, direction] = isBackward ? [">", "ASC"] : ["<", "DESC"];
  const { results } = await db
    .prepare(
      `SELECT id, name, role, hosts, limits, created_at, expires_at, last_used_at FROM tokens
       WHERE workspace_id = ?1 AND ${kind} AND ${WITHIN} AND (?2 IS NULL OR id ${operator} ?2)
         AND (?5 IS NULL OR id = ?5)
       ORDER BY id ${direction} LIMIT ?4`,
    )
    .bind(reach.workspaceId, after, hostsParameter(reach), limit, id)
    .all<TokenRow>();
  return results.map(toToken);
}

function toToken(row: TokenRow): Token {
  return {
    id: row.id,
    name: row.name,
    role: row.role,
    ...fromLimitColumns(row.hosts, row.limits),
    only: (row.limits === null ? null : (JSON.parse(row.limits) as Partial<Token>).only) ?? null,
    createdAtMs: row.created_at,
    expiresAtMs: row.expires_at,
    lastUsedAtMs: row.last_used_at,
  };
}

/** A token with its owner, and the SHA-256 of its secret in hexadecimal. */
export type HashedToken = Token & { userId: string; hash: string };

/** Selects tokens with their hashes, without the keys of doors, which another installation could not use. */
export async function selectHashedTokens(
  db: D1Database,
  workspaceId: string,
  behind: string,
  limit: number,
): Promise<HashedToken[]> {
  const { results } = await db
    .prepare(`SELECT * FROM tokens WHERE workspace_id = ?1 AND ${TOKEN} AND id > ?2 ORDER BY id LIMIT ?3`)
    .bind(workspaceId, behind, limit)
    .all<TokenRow & { user_id: string; hash: string }>();
  return results.map((row) => ({ ...toToken(row), userId: row.user_id, hash: row.hash }));
}

/** A token to insert. `hash` is the SHA-256 of its secret, hexadecimal, or the result of `doorKeyHash`. */
type NewToken = Omit<Token, "lastUsedAtMs"> & {
  workspaceId: string;
  userId: string;
  hash: string;
  /** True if an invitation makes it. */
  isInvited?: boolean;
};

/** @param mostDoorKeys inserts nothing if the workspace has as many keys of doors; by default they are not counted */
export function insertToken(db: D1Database, token: NewToken, mostDoorKeys?: number): D1PreparedStatement {
  const count = `SELECT count(*) FROM tokens WHERE workspace_id = ?2 AND ${DOOR_KEY}`;
  return db
    .prepare(
      `INSERT INTO tokens (id, workspace_id, user_id, name, role, hash, created_at, expires_at, hosts, limits, is_invited)
       SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11
       ${mostDoorKeys === undefined ? "" : `WHERE (${count}) < ${mostDoorKeys}`}`,
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
      ...toLimitColumns(token),
      Number(token.isInvited ?? false),
    );
}

export async function updateTokenUse(db: D1Database, tokenId: string, nowMs: number): Promise<void> {
  await db.prepare("UPDATE tokens SET last_used_at = ?2 WHERE id = ?1").bind(tokenId, nowMs).run();
}

/** Deletes a token or a key of a door whose hostnames are all within a reach. */
export function deleteToken(db: D1Database, reach: Reach, id: string, kind: TokenKind): D1PreparedStatement {
  return db
    .prepare(`DELETE FROM tokens WHERE workspace_id = ?1 AND id = ?2 AND ${kind} AND ${WITHIN}`)
    .bind(reach.workspaceId, id, hostsParameter(reach));
}

import { commonLimits } from "../../domain/reach.ts";
import { lowerRole } from "../../domain/role.ts";
import { MINUTE_MS } from "../../domain/time.ts";
import { heldNames } from "../host/held-names.ts";
import { doorKeyHash, selectTokenHolder, updateTokenUse } from "../../storage/token/token.ts";
import type { Caller } from "../context.ts";

/** Returns the caller of a token as `findTokenCaller` does; null also for a token that can do only one thing. */
export async function findCaller(db: D1Database, hash: string, nowMs: number): Promise<Caller | null> {
  const caller = await findTokenCaller(db, hash, nowMs);
  return caller?.only === undefined ? caller : null;
}

/**
 * Returns the caller of a bearer token; null if the token is unknown, revoked or expired
 * (contract 9.2).
 * @param hash the hash of the token, by `hashToken`, or what a key of a door has in its place
 */
export async function findTokenCaller(db: D1Database, hash: string, nowMs: number): Promise<Caller | null> {
  const holder = await selectTokenHolder(db, hash);
  if (holder === null) return null;
  const { token, memberRole, memberLimits, user, workspace } = holder;
  if (token.expiresAtMs !== null && token.expiresAtMs <= nowMs) return null;
  return {
    workspace,
    user,
    token: { id: token.id, name: token.name, lastUsedAtMs: token.lastUsedAtMs },
    role: lowerRole(token.role, memberRole),
    ...(token.only !== null && { only: token.only }),
    // A member who loses hostnames or tags loses them in every token.
    reach: { workspaceId: workspace.id, ...commonLimits(token, memberLimits) },
  };
}

/**
 * Returns the caller of a key of the door YOURLS, by its id alone; null for an unknown one, while the door is closed
 * (contract 35.1), and for a member who is limited to some tags.
 */
export async function findDoorCaller(db: D1Database, id: string, nowMs: number): Promise<Caller | null> {
  const caller = await findCaller(db, doorKeyHash(id), nowMs);
  const isOpen = caller?.reach.tags === null && caller.workspace.doors?.split(",").includes("yourls");
  return isOpen ? caller : null;
}

/** Returns a caller who reaches none of the hostnames that the workspace no longer holds (contract 35.5). */
export async function onHeldHosts(db: D1Database, caller: Caller): Promise<Caller> {
  const { reach } = caller;
  if (reach.hosts === null) return caller;
  return { ...caller, reach: { ...reach, hosts: await heldNames(db, reach, reach.hosts) } };
}

const PRECISION_MS = MINUTE_MS;

/** Stores the time when a token was last used, at most once a minute. The time is for information only. */
export async function noteUse(db: D1Database, { token }: Caller, nowMs: number): Promise<void> {
  if (nowMs - (token.lastUsedAtMs ?? 0) >= PRECISION_MS) await updateTokenUse(db, token.id, nowMs);
}

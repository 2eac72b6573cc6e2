import { HOUR_MS } from "../../domain/time.ts";
import { toBase64Url } from "../../runtime/base64.ts";
import { sha256Hex } from "../../runtime/digest.ts";
import {
  type Session,
  selectSession,
  deleteSession,
  insertSession,
  takeSignInCode,
} from "../../storage/session/session.ts";
import { selectUser } from "../../storage/user/user.ts";
import type { Caller } from "../context.ts";
import { failed, done, type Result } from "../result.ts";
import { findCaller, findTokenCaller } from "../token/find-caller.ts";
import { hashToken, isTokenShaped } from "../token/token.ts";

const SESSION_MS = 12 * HOUR_MS;
const ID_BYTES = 32;

/** The means of a sign-in: a token, or a code of `npm start`. */
export type SignIn = { token: string } | { code: string };

interface BegunSession {
  /** The id, which is only in the cookie. The database has its hash. */
  id: string;
  caller: Caller;
  session: Session;
}

/**
 * Begins a session of 12 hours (contract 32.1) with a new id. Ends the earlier session of the browser, so that
 * no attacker can plant an id. Returns null if token or code are not valid, and refuses a token that only reports
 * conversions (contract 38.8).
 * @param previousId the id in the cookie of the call, if any
 */
export async function beginSession(
  db: D1Database,
  signIn: SignIn,
  previousId: string | null,
  nowMs: number,
): Promise<Result<BegunSession> | null> {
  const tokenHash = await findToken(db, signIn, nowMs);
  const caller = tokenHash === null ? null : await findTokenCaller(db, tokenHash, nowMs);
  if (caller === null) return null;
  if (caller.only !== undefined) return failed({ code: "limited_to_conversions" });
  // A code proves only that the user has seen the terminal.
  const provenAtMs = "token" in signIn ? nowMs : null;
  const facts = { workspaceId: caller.workspace.id, userId: caller.user.id, tokenHash, provenAtMs };
  return done({ caller, ...(await startSession(db, facts, previousId, nowMs)) });
}

/** Stores a session with a new id, in place of the earlier session of the browser. */
export async function startSession(
  db: D1Database,
  facts: Pick<Session, "workspaceId" | "userId" | "tokenHash" | "provenAtMs">,
  previousId: string | null,
  nowMs: number,
): Promise<{ id: string; session: Session }> {
  const id = newSecret();
  const session = {
    ...facts,
    hash: await sha256Hex(id),
    createdAtMs: nowMs,
    endsAtMs: nowMs + SESSION_MS,
  };
  const ended = previousId === null ? [] : [deleteSession(db, await sha256Hex(previousId))];
  await db.batch([...ended, insertSession(db, session)]);
  return { id, session };
}

async function findToken(db: D1Database, signIn: SignIn, nowMs: number): Promise<string | null> {
  if ("code" in signIn) return takeSignInCode(db, await sha256Hex(signIn.code), nowMs);
  return isTokenShaped(signIn.token) ? hashToken(signIn.token) : null;
}

/** Returns 32 random bytes, in base64url. */
export function newSecret(): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(ID_BYTES)));
}

interface OpenSession {
  caller: Caller;
  session: Session;
}

/**
 * Returns the session of a cookie; null if it has ended. Reads the token again at each call, so that a session
 * never has more rights than its token has now, and ends with the token (contract 32.2).
 * @param hash the SHA-256 of the id in the cookie
 */
export async function findSession(db: D1Database, hash: string, nowMs: number): Promise<OpenSession | null> {
  const session = await selectSession(db, hash, nowMs);
  if (session === null || session.tokenHash === null) return null;
  const caller = await findCaller(db, session.tokenHash, nowMs);
  return caller === null ? null : { session, caller: { ...caller, provenAtMs: session.provenAtMs } };
}

/**
 * Ends a session, so that no copy of its cookie is valid any more (contract 32.3).
 * @param hash the SHA-256 of the id in the cookie
 * @returns the hash; null if there is no such session
 */
export async function endSession(db: D1Database, hash: string): Promise<string | null> {
  const { meta } = await deleteSession(db, hash).run();
  return meta.changes > 0 ? hash : null;
}

export async function describeSession(db: D1Database, { user, workspace, role, token, reach }: Caller) {
  const { name, email } = await selectUser(db, user.id);
  return {
    user: { id: user.id, name, email },
    workspace: {
      id: workspace.id,
      name: workspace.name,
      plan: workspace.plan,
      is_suspended: workspace.isSuspended,
    },
    role,
    hosts: reach.hosts === null ? null : [...reach.hosts],
    tags: reach.tags === null ? null : [...reach.tags],
    token: { id: token.id, name: token.name },
  };
}

import { HOUR_MS } from "../../domain/time.ts";
import { sha256Hex } from "../../runtime/digest.ts";
import { toBase64Url } from "../../runtime/base64.ts";
import type { Session } from "../../storage/session/read.ts";
import { deleteSession, insertSession, takeSignInCode } from "../../storage/session/write.ts";
import type { Caller } from "../context.ts";
import { findCaller } from "../token/find-caller.ts";
import { hashToken, isTokenShaped } from "../token/token.ts";

const SESSION_MS = 12 * HOUR_MS;
const ID_BYTES = 32;

/** The means of a sign-in: a token, or a code of `npm start`. */
export type SignIn = { token: string } | { code: string };

export interface BegunSession {
  /** The id, which is only in the cookie. The database has its hash. */
  id: string;
  caller: Caller;
  session: Session;
}

/**
 * Begins a session of 12 hours (contract 32.1) with a new id. Ends the earlier session of the browser, so that
 * no attacker can plant an id. Returns null if token or code are not valid.
 * @param previousId the id in the cookie of the call, if any
 */
export async function beginSession(
  db: D1Database,
  signIn: SignIn,
  previousId: string | null,
  nowMs: number,
): Promise<BegunSession | null> {
  const tokenHash = await findToken(db, signIn, nowMs);
  const caller = tokenHash === null ? null : await findCaller(db, tokenHash, nowMs);
  if (caller === null) return null;
  const id = newSecret();
  const session = {
    hash: await sha256Hex(id),
    workspaceId: caller.workspace.id,
    userId: caller.user.id,
    tokenHash,
    createdAtMs: nowMs,
    endsAtMs: nowMs + SESSION_MS,
    // A code proves only that the user has seen the terminal.
    provenAtMs: "token" in signIn ? nowMs : null,
  };
  const ended = previousId === null ? [] : [deleteSession(db, await sha256Hex(previousId))];
  await db.batch([...ended, insertSession(db, session)]);
  return { id, caller, session };
}

async function findToken(db: D1Database, signIn: SignIn, nowMs: number): Promise<string | null> {
  if ("code" in signIn) return takeSignInCode(db, await sha256Hex(signIn.code), nowMs);
  return isTokenShaped(signIn.token) ? hashToken(signIn.token) : null;
}

/** Returns 32 random bytes, in base64url. */
export function newSecret(): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(ID_BYTES)));
}

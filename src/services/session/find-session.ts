import { selectSession, type Session } from "../../storage/session/read.ts";
import type { Caller } from "../context.ts";
import { findCaller } from "../token/find-caller.ts";

export interface OpenSession {
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

import type { Env } from "../env.ts";
import { findSession, type OpenSession } from "../services/session/find-session.ts";
import { HttpError } from "./error.ts";
import { isAdmitted, tooMany } from "./rate-limit.ts";

/** The cookie of the dashboard, and who may use it (contract 32.1 to 32.4). */

/** Sent on every answer to a call of a session. */
export const SESSION_LIMIT_HEADER = ["x-ratelimit-limit", "600"] as const;
const PERIOD_SECONDS = 60;

/** Returns the name of the cookie. Http is for this machine alone, and takes no `__Host-`. */
function cookieName(request: Request): string {
  return request.url.startsWith("https:") ? "__Host-signpost" : "signpost";
}

/** Returns the id of the session in the cookie, if there is one. */
export function readSessionId(request: Request): string | null {
  const prefix = `${cookieName(request)}=`;
  const cookies = (request.headers.get("Cookie") ?? "").split(/; */);
  const id = cookies.find((cookie) => cookie.startsWith(prefix))?.slice(prefix.length) ?? "";
  return /^[\w-]{43}$/.test(id) ? id : null;
}

/** Returns the value of `Set-Cookie`. @param maxAgeSeconds 0 deletes the cookie */
export function sessionCookie(request: Request, id: string, maxAgeSeconds: number): string {
  const secure = request.url.startsWith("https:") ? "; Secure" : "";
  return `${cookieName(request)}=${id}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${secure}`;
}

/**
 * Refuses a call that another site may have caused. Every call needs it that is authorised by what browsers add
 * by themselves, and the sign-in, so that nobody is signed in as somebody else.
 * @throws HttpError 403
 */
export function requireSameOrigin(request: Request): void {
  const site = request.headers.get("Sec-Fetch-Site");
  // Browsers leave it out on http, except on this machine.
  const isSame =
    site === null ? request.headers.get("Origin") === new URL(request.url).origin : site === "same-origin";
  if (!isSame) throw new HttpError(403, "A session is for the dashboard's own calls. Programs send a token.");
}

/**
 * Returns the session of a call, counted against its limit; null if the call has no cookie of one.
 * @throws HttpError 401 if the session has ended, 403 for a call of another site, 429 past the limit
 */
export async function openSession(env: Env, request: Request, nowMs: number): Promise<OpenSession | null> {
  const id = readSessionId(request);
  if (id === null) return null;
  requireSameOrigin(request);
  const open = await findSession(env.DB, id, nowMs);
  if (open === null) throw new HttpError(401, "The session has ended. Sign in again.");
  if (!(await isAdmitted(env.SESSION_LIMITER, open.session.hash))) {
    throw tooMany(Number(SESSION_LIMIT_HEADER[1]), PERIOD_SECONDS, nowMs);
  }
  return open;
}

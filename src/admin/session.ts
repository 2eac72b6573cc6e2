import { refuse } from "../domain/refusal/refusal.ts";
import { databasesOf, findIn, type Env } from "../databases-of.ts";
import type { Bindings, Home } from "../env.ts";
import { sha256Hex } from "../runtime/digest.ts";
import type { Caller } from "../services/context.ts";
import { findMember, type OwnWorkspace } from "../services/session/find-member.ts";
import { findSession } from "../services/session/sessions.ts";
import { readAssertion } from "./access.ts";
import { HttpError } from "./error.ts";
import { lookUp } from "./look-up.ts";
import { addressOf, isAdmitted, tooMany } from "./rate-limit.ts";

/** The cookie of the dashboard, and the checks of its use (contract 32.1 to 32.4). */

export const SESSION_LIMIT_HEADER = ["x-ratelimit-limit", "600"] as const;
const PERIOD_SECONDS = 60;

/** Returns the name of the cookie. Http, which is for this machine alone, does not allow `__Host-`. */
function cookieName(request: Request): string {
  return request.url.startsWith("https:") ? "__Host-signpost" : "signpost";
}

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
 * Refuses a call that another site may have caused. Needed for every call with credentials that browsers add
 * automatically, and for the sign-in, so that no site can sign a user in as another one.
 * @throws HttpError 403
 */
export function requireSameOrigin(request: Request): void {
  const site = request.headers.get("Sec-Fetch-Site");
  // Browsers do not send the header on http, except on this machine.
  const isSame =
    site === null ? request.headers.get("Origin") === new URL(request.url).origin : site === "same-origin";
  if (!isSame) throw new HttpError(403, refuse("own_calls_only"));
}

export interface DashboardCall {
  env: Env;
  caller: Caller;
  endsAtMs: number;
  provenAtMs: number | null;
  method: "token" | "access";
  /** With Access: the workspaces that the member can choose. */
  workspaces?: OwnWorkspace[];
}

/** A user whom Access has signed in, but who must choose a workspace or is a member of none. */
interface Undecided {
  workspaces: OwnWorkspace[];
}

/**
 * Returns the call of a browser that is signed in by its cookie or by Cloudflare Access, and counts it; null for a
 * call with neither. @throws HttpError 401 if the session has ended, 403 for a call of another site, 429 beyond the
 * limit
 */
export async function openSession(
  env: Bindings,
  request: Request,
  nowMs: number,
): Promise<DashboardCall | Undecided | null> {
  const id = readSessionId(request);
  const assertion = await readAssertion(env, request, nowMs);
  if (id === null && assertion === null) return null;
  requireSameOrigin(request);
  const hash = id === null ? null : await sha256Hex(id);
  const find = async ({ DB }: Env) => (hash === null ? null : findSession(DB, hash, nowMs));
  const credential = { hash, address: addressOf(request) };
  // Access has already let in a call with an assertion.
  const open = assertion === null ? await lookUp(env, credential, nowMs, find) : await findIn(env, find);
  if (open !== null) {
    const { caller, session } = open.found;
    await limitSession(env, session.hash, nowMs);
    const { endsAtMs, provenAtMs } = session;
    return { env: open.env, caller, endsAtMs, provenAtMs, method: "token" };
  }
  if (assertion === null) throw new HttpError(401, refuse("session_ended"));
  await limitSession(env, assertion.email, nowMs);
  const { home, workspaces } = await findMember(databasesOf(env), assertion, id, nowMs);
  if (home === null) return { workspaces };
  const { expiresAtMs: endsAtMs, issuedAtMs: provenAtMs } = assertion;
  return { env: home.env, caller: home.found, endsAtMs, provenAtMs, method: "access", workspaces };
}

/**
 * Returns the caller of a call of the dashboard, and the environment of its database; null for other calls.
 * @throws HttpError as `openSession` does, and 401 if the page shows another workspace (contract 32.33)
 */
export async function findDashboardCaller(
  env: Bindings,
  request: Request,
  nowMs: number,
): Promise<Home<Caller> | null> {
  const open = await openSession(env, request, nowMs);
  if (open === null) return null;
  if ("caller" in open) {
    const shown = request.headers.get("X-Workspace") ?? open.caller.workspace.id;
    if (shown === open.caller.workspace.id) return { env: open.env, found: open.caller };
    throw new HttpError(401, refuse("session_elsewhere"));
  }
  throw new HttpError(
    403,
    open.workspaces.length === 0 ? refuse("no_workspace") : refuse("choose_workspace"),
    { details: { workspaces: open.workspaces } },
  );
}

async function limitSession(env: Bindings, key: string, nowMs: number): Promise<void> {
  if (await isAdmitted(env.SESSION_LIMITER, key)) return;
  throw tooMany(Number(SESSION_LIMIT_HEADER[1]), PERIOD_SECONDS, nowMs);
}

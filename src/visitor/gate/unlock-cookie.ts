import type { Bindings } from "../../env.ts";
import { sign, verify } from "../../runtime/signing.ts";
import type { Visit } from "../visit.ts";

/**
 * The cookie that a browser gets for the right password (contract 5): the time until which the record
 * is open, signed together with the record and the version of its password.
 */

const LIFETIME_SECONDS = 3_600;

interface Lock {
  recordId: string;
  passwordVersion: number;
}

/** Returns the header `Set-Cookie` that opens a record for an hour. */
export async function unlockCookie(env: Bindings, lock: Lock, visit: Visit): Promise<string> {
  const untilMs = visit.nowMs + LIFETIME_SECONDS * 1000;
  const signature = await sign(env, "unlock", textOf(lock, String(untilMs)));
  const attributes = `Max-Age=${LIFETIME_SECONDS}; Path=/; HttpOnly; SameSite=Lax${visit.isHttps ? "; Secure" : ""}`;
  return `${nameOf(lock, visit)}=${untilMs}.${signature}; ${attributes}`;
}

export async function isUnlocked(
  env: Bindings,
  lock: Lock,
  visit: Visit,
  cookies: string | null,
): Promise<boolean> {
  const prefix = `${nameOf(lock, visit)}=`;
  for (const pair of (cookies ?? "").split(";")) {
    const cookie = pair.trim();
    if (!cookie.startsWith(prefix)) continue;
    const [untilMs = "", signature = "", ...rest] = cookie.slice(prefix.length).split(".");
    if (rest.length > 0) continue;
    const isCurrent = /^\d{1,15}$/.test(untilMs) && Number(untilMs) > visit.nowMs;
    if (isCurrent && (await verify(env, "unlock", textOf(lock, untilMs), signature))) return true;
  }
  return false;
}

/** Returns the cookie's name. The prefix `__Host-`, which needs https, keeps subdomains from setting the cookie. */
function nameOf({ recordId }: Lock, { isHttps }: Visit): string {
  return `${isHttps ? "__Host-" : ""}sp_${recordId}`;
}

/** @param untilMs the exact text in the cookie: `01` and `1` are different texts */
function textOf({ recordId, passwordVersion }: Lock, untilMs: string): string {
  return `${recordId} ${passwordVersion} ${untilMs}`;
}

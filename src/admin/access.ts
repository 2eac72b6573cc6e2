import { envList } from "../runtime/env-list.ts";
import { fromBase64Url } from "../runtime/base64.ts";
import type { Env } from "../env.ts";
import { log } from "../runtime/log.ts";

/** Reads assertions of Cloudflare Access, which is in front of the admin host (contract 32.11). */

export interface Assertion {
  /** In lower case. */
  email: string;
  /** The time when its holder signed in to Access. */
  issuedAtMs: number;
  expiresAtMs: number;
}

interface Claims {
  aud?: unknown;
  iss?: unknown;
  exp?: unknown;
  iat?: unknown;
  nbf?: unknown;
  email?: unknown;
}

/** The keys that this isolate has read. Cloudflare changes them every few weeks. */
let keys: { url: string; byId: Map<string, CryptoKey>; readAtMs: number } | null = null;
const KEPT_MS = 3_600_000;
/** The shortest time between two requests for an unknown key, because anybody can send the id of one. */
const ASKED_AGAIN_MS = 60_000;
const DEADLINE_MS = 5_000;
/** The tolerated difference between the clocks of Access and of this Worker. */
const SKEW_MS = 60_000;
const ALGORITHM = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };

/**
 * Returns the assertion of a request; null if it is missing or not valid, or if Access is not set up.
 * Signature, audience, issuer and time are checked for each request.
 */
export async function readAssertion(env: Env, request: Request, nowMs: number): Promise<Assertion | null> {
  const text = request.headers.get("Cf-Access-Jwt-Assertion");
  const { ACCESS_TEAM: team, ACCESS_AUDIENCE: audience } = env;
  if (text === null || !team || !audience) return null;
  const issuer = `https://${team.includes(".") ? team : `${team}.cloudflareaccess.com`}`;
  const claims = await verify(text, env.ACCESS_CERTS_URL || `${issuer}/cdn-cgi/access/certs`, nowMs);
  if (claims === null) return null;
  const { aud, iss, exp, iat, nbf, email } = claims;
  const audiences: unknown[] = Array.isArray(aud) ? aud : [aud];
  const isMeant = iss === issuer && envList(audience).some((one) => audiences.includes(one));
  if (!isSeconds(exp) || !isSeconds(iat)) return null;
  const isNow =
    exp * 1000 > nowMs &&
    iat * 1000 <= nowMs + SKEW_MS &&
    (nbf === undefined || (isSeconds(nbf) && nbf * 1000 <= nowMs + SKEW_MS));
  if (!isMeant || !isNow || typeof email !== "string" || email === "") return null;
  return { email: email.toLowerCase(), issuedAtMs: iat * 1000, expiresAtMs: exp * 1000 };
}

function isSeconds(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

/** Returns the claims of a token with a valid signature; null for any other text. */
async function verify(text: string, url: string, nowMs: number): Promise<Claims | null> {
  const [head = "", body = "", signature = "", ...rest] = text.split(".");
  if (rest.length > 0 || signature === "") return null;
  try {
    const { alg, kid } = readJson(head) as { alg?: unknown; kid?: unknown };
    // Only one algorithm is accepted, so that the token cannot choose a weaker one.
    if (alg !== "RS256" || typeof kid !== "string") return null;
    const key = await keyOf(url, kid, nowMs);
    if (key === null) return null;
    const signed = new TextEncoder().encode(`${head}.${body}`);
    const isRight = await crypto.subtle.verify(ALGORITHM, key, toBytes(signature), signed);
    return isRight ? (readJson(body) as Claims) : null;
  } catch (error) {
    log("warn", "access_not_verified", { error: String(error) });
    return null;
  }
}

function readJson(part: string): unknown {
  return JSON.parse(new TextDecoder().decode(toBytes(part)));
}

function toBytes(part: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(fromBase64Url(part));
}

async function keyOf(url: string, id: string, nowMs: number): Promise<CryptoKey | null> {
  const age = keys === null || keys.url !== url ? Infinity : nowMs - keys.readAtMs;
  const isKnown = keys?.byId.has(id) === true;
  if (age > KEPT_MS || (!isKnown && age > ASKED_AGAIN_MS)) keys = await readKeys(url, nowMs);
  return keys?.byId.get(id) ?? null;
}

async function readKeys(url: string, nowMs: number): Promise<NonNullable<typeof keys>> {
  const response = await fetch(url, { signal: AbortSignal.timeout(DEADLINE_MS) });
  const { keys: listed } = await response.json<{ keys: (JsonWebKey & { kid: string })[] }>();
  const imported = listed.map(
    async (key) =>
      [key.kid, await crypto.subtle.importKey("jwk", key, ALGORITHM, false, ["verify"])] as const,
  );
  return { url, byId: new Map(await Promise.all(imported)), readAtMs: nowMs };
}

import { DAY_MS, HOUR_MS, MINUTE_MS } from "../domain/time.ts";
import { envList } from "../runtime/env-list.ts";
import { fromBase64Url } from "../runtime/base64.ts";
import type { Bindings } from "../env.ts";
import { log } from "../runtime/log.ts";
import { testVariable } from "../test-variable.ts";

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
interface Keys {
  url: string;
  byId: Map<string, CryptoKey>;
  readAtMs: number;
  /** The time of the last request, whatever became of it. */
  askedAtMs: number;
  isReading: boolean;
}

let keys: Keys | null = null;
/** The time after which keys are read again. */
const FRESH_MS = HOUR_MS;
/** The time for which keys stay valid while they cannot be read again. */
const VALID_MS = DAY_MS;
/** The shortest time between two requests, because anybody can send the id of an unknown key. */
const ASKED_AGAIN_MS = MINUTE_MS;
const DEADLINE_MS = 5_000;
const POLL_MS = 50;
/** The tolerated difference between the clocks of Access and of this Worker. */
const SKEW_MS = 60_000;
const ALGORITHM = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };

/** Returns whether members can sign in by Cloudflare Access. */
export function hasAccess({ ACCESS_TEAM, ACCESS_AUDIENCE }: Bindings): boolean {
  return Boolean(ACCESS_TEAM) && Boolean(ACCESS_AUDIENCE);
}

/**
 * Returns the assertion of a request; null if it is missing or not valid, or if Access is not set up.
 * Signature, audience, issuer and time are checked for each request.
 */
export async function readAssertion(
  env: Bindings,
  request: Request,
  nowMs: number,
): Promise<Assertion | null> {
  const text = request.headers.get("Cf-Access-Jwt-Assertion");
  const { ACCESS_TEAM: team, ACCESS_AUDIENCE: audience } = env;
  if (text === null || !team || !audience) return null;
  const issuer = `https://${team.includes(".") ? team : `${team}.cloudflareaccess.com`}`;
  const claims = await verify(
    text,
    testVariable(env, "ACCESS_CERTS_URL") || `${issuer}/cdn-cgi/access/certs`,
    nowMs,
  );
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
  if (keys?.url !== url) {
    keys = { url, byId: new Map(), readAtMs: -Infinity, askedAtMs: -Infinity, isReading: false };
  }
  const known = keys;
  const find = () => (nowMs - known.readAtMs <= VALID_MS ? (known.byId.get(id) ?? null) : null);
  const isDue = find() === null || nowMs - known.readAtMs > FRESH_MS;
  if (isDue && nowMs - known.askedAtMs >= ASKED_AGAIN_MS) await updateKeys(known, nowMs);
  // Another call of this isolate reads the keys. Requests share no promises, because one that is cancelled ends none.
  for (let waitedMs = 0; find() === null && known.isReading && waitedMs < DEADLINE_MS; waitedMs += POLL_MS) {
    await scheduler.wait(POLL_MS);
  }
  return find();
}

/** Reads the keys. If that fails, the earlier keys stay. */
async function updateKeys(known: Keys, nowMs: number): Promise<void> {
  known.askedAtMs = nowMs;
  known.isReading = true;
  try {
    known.byId = await readKeys(known.url);
    known.readAtMs = nowMs;
  } catch (error) {
    log("warn", "access_not_verified", { error: String(error) });
  } finally {
    known.isReading = false;
  }
}

async function readKeys(url: string): Promise<Keys["byId"]> {
  const response = await fetch(url, { signal: AbortSignal.timeout(DEADLINE_MS) });
  if (!response.ok) throw new Error(`status ${response.status}`);
  const { keys: listed } = await response.json<{ keys: (JsonWebKey & { kid: string })[] }>();
  const byId: Keys["byId"] = new Map();
  for (const key of listed) {
    try {
      byId.set(key.kid, await crypto.subtle.importKey("jwk", key, ALGORITHM, false, ["verify"]));
    } catch (error) {
      log("warn", "access_not_verified", { key: key?.kid, error: String(error) });
    }
  }
  if (byId.size === 0) throw new Error("no key is usable");
  return byId;
}

import { toAddressGroup } from "../domain/address.ts";
import { withDeadline } from "../runtime/deadline.ts";
import type { Env } from "../env.ts";
import { HttpError } from "./error.ts";
import { log } from "../runtime/log.ts";

/**
 * Limits of the API (contract 9.14, 9.15), kept by the platform's rate-limiting binding: approximate, and
 * for each location by itself. The numbers are those of wrangler.toml.
 */

const PERIOD_SECONDS = 60;
const CALLS_BY_TOKEN = 200;
const CALLS_BY_ADDRESS = 60;
const EXPLANATIONS_BY_TOKEN = 50;

/** Tells how many calls a token has; every answer to a call with a valid token carries it. */
export const TOKEN_LIMIT_HEADER = ["x-ratelimit-limit", String(CALLS_BY_TOKEN)] as const;

/** Counts a call with a valid token. @throws HttpError 429 */
export async function limitToken(env: Env, tokenId: string, nowMs: number): Promise<void> {
  if (await isAdmitted(env.API_LIMITER, tokenId)) return;
  throw tooMany(CALLS_BY_TOKEN, PERIOD_SECONDS, nowMs);
}

/** Counts an explanation, of which a token has fewer than of other calls. @throws HttpError 429 */
export async function limitExplanations(env: Env, tokenId: string, nowMs: number): Promise<void> {
  if (await isAdmitted(env.EXPLAIN_LIMITER, tokenId)) return;
  throw tooMany(EXPLANATIONS_BY_TOKEN, PERIOD_SECONDS, nowMs);
}

/** Counts a call without one, by address: it never uses up a tenant's share. @throws HttpError 429 */
export async function limitAddress(env: Env, address: string, nowMs: number): Promise<void> {
  if (await isAdmitted(env.UNAUTHENTICATED_LIMITER, toAddressGroup(address))) return;
  throw tooManyByAddress(PERIOD_SECONDS, nowMs);
}

/** Returns the 429 of an address that may try again in so many seconds. */
export function tooManyByAddress(retryAfterSeconds: number, nowMs: number): HttpError {
  return tooMany(CALLS_BY_ADDRESS, retryAfterSeconds, nowMs);
}

export function tooMany(calls: number, retryAfterSeconds: number, nowMs: number): HttpError {
  return new HttpError(429, "Too many requests.", {
    headers: {
      "Retry-After": String(retryAfterSeconds),
      "x-ratelimit-limit": String(calls),
      "x-ratelimit-remaining": "0",
      "x-ratelimit-reset": String(Math.floor(nowMs / 1000) + retryAfterSeconds),
    },
  });
}

/** Milliseconds. */
const LIMITER_DEADLINE_MS = 300;

/** Returns whether the limiter admits a call. A limiter that fails or hangs admits every call. */
export async function isAdmitted(limiter: RateLimit, key: string): Promise<boolean> {
  try {
    return (await withDeadline(limiter.limit({ key }), LIMITER_DEADLINE_MS)).success;
  } catch (error) {
    log("warn", "calls_not_counted", { error: String(error) });
    return true;
  }
}

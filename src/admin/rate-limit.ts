import { refuse } from "../domain/refusal/refusal.ts";
import { toAddressGroup } from "../domain/address.ts";
import { withDeadline } from "../runtime/deadline.ts";
import type { Bindings } from "../env.ts";
import { HttpError } from "./error.ts";
import { log } from "../runtime/log.ts";

/**
 * Limits of the API (contract 9.14, 9.15) by the platform's rate-limiting binding: approximate, and separate for
 * each location. The numbers are the same as in wrangler.toml.
 */

const PERIOD_SECONDS = 60;
const CALLS_BY_TOKEN = 200;
const CALLS_BY_ADDRESS = 60;
const EXPLANATIONS_BY_TOKEN = 50;

/** The header with the calls of a token, on every answer to a call with a valid token. */
export const TOKEN_LIMIT_HEADER = ["x-ratelimit-limit", String(CALLS_BY_TOKEN)] as const;

/** Counts a call with a valid token. @throws HttpError 429 */
export async function limitToken(env: Bindings, tokenId: string, nowMs: number): Promise<void> {
  if (await isAdmitted(env.API_LIMITER, tokenId)) return;
  throw tooMany(CALLS_BY_TOKEN, PERIOD_SECONDS, nowMs);
}

/** Counts an explanation, for which the limit of a token is lower. @throws HttpError 429 */
export async function limitExplanations(env: Bindings, tokenId: string, nowMs: number): Promise<void> {
  if (await isAdmitted(env.EXPLAIN_LIMITER, tokenId)) return;
  throw tooMany(EXPLANATIONS_BY_TOKEN, PERIOD_SECONDS, nowMs);
}

/** Returns the address of a client; empty if the platform does not give it. */
export function addressOf(request: Request): string {
  return request.headers.get("CF-Connecting-IP") ?? "";
}

/** Counts a call without a valid token, by address, so that it does not use a tenant's limit. @throws HttpError 429 */
export async function limitAddress(env: Bindings, address: string, nowMs: number): Promise<void> {
  if (await isAdmitted(env.UNAUTHENTICATED_LIMITER, toAddressGroup(address))) return;
  throw tooManyByAddress(PERIOD_SECONDS, nowMs);
}

export function tooManyByAddress(retryAfterSeconds: number, nowMs: number): HttpError {
  return tooMany(CALLS_BY_ADDRESS, retryAfterSeconds, nowMs);
}

export function tooMany(calls: number, retryAfterSeconds: number, nowMs: number): HttpError {
  return new HttpError(429, refuse("too_many_requests"), {
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

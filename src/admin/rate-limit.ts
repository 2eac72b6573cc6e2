import { toAddressGroup } from "../domain/address.ts";
import { withDeadline } from "../deadline.ts";
import type { Env } from "../env.ts";
import { HttpError } from "./error.ts";

/**
 * Limits of the API (section 9), kept by the platform's rate-limiting binding: approximate, and for
 * each location by itself. The numbers are those of wrangler.toml.
 */

const PERIOD_SECONDS = 60;
const CALLS_BY_TOKEN = 200;
const CALLS_BY_ADDRESS = 60;

/** Counts a call with a valid token. @throws HttpError 429 */
export function limitToken(env: Env, tokenId: string, nowMs: number): Promise<void> {
  return limit(env.API_LIMITER, tokenId, CALLS_BY_TOKEN, nowMs);
}

/** Counts a call without one, by address: it never uses up a tenant's share. @throws HttpError 429 */
export function limitAddress(env: Env, address: string, nowMs: number): Promise<void> {
  return limit(env.UNAUTHENTICATED_LIMITER, toAddressGroup(address), CALLS_BY_ADDRESS, nowMs);
}

async function limit(limiter: RateLimit, key: string, calls: number, nowMs: number): Promise<void> {
  if (await isAdmitted(limiter, key)) return;
  throw new HttpError(429, "Too many requests.", {
    headers: {
      "Retry-After": String(PERIOD_SECONDS),
      "x-ratelimit-limit": String(calls),
      "x-ratelimit-remaining": "0",
      "x-ratelimit-reset": String(Math.floor(nowMs / 1000) + PERIOD_SECONDS),
    },
  });
}

/** Milliseconds. */
const LIMITER_DEADLINE_MS = 300;

/** A limiter that fails or hangs stops nobody. */
async function isAdmitted(limiter: RateLimit, key: string): Promise<boolean> {
  try {
    return (await withDeadline(limiter.limit({ key }), LIMITER_DEADLINE_MS)).success;
  } catch (error) {
    console.warn(`calls could not be counted: ${String(error)}`);
    return true;
  }
}

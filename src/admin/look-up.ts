import { toAddressGroup } from "../domain/address.ts";
import { MINUTE_MS } from "../domain/time.ts";
import { findIn, type Env } from "../databases-of.ts";
import type { Bindings, Home } from "../env.ts";
import { limitAddress, tooManyByAddress } from "./rate-limit.ts";

const REFUSAL_MS = MINUTE_MS;
const TRUST_MS = 10 * MINUTE_MS;
const MAX_REMEMBERED = 10_000;

/**
 * The addresses that this isolate refuses, because they send invalid tokens (contract 9.15). Once the limiter has
 * refused an address, its calls are answered without the database for a minute. A token that was valid in this isolate
 * within ten minutes is still looked up, so that callers who share the address are not locked out.
 */
const refusedUntilMs = new Map<string, number>();
const valid = new Map<string, { untilMs: number; database: string | undefined }>();

/** Remembers something as the newest, and forgets the oldest beyond a maximum. */
function remember<T>(known: Map<string, T>, key: string, value: T): void {
  known.delete(key);
  known.set(key, value);
  const [oldest] = known.keys();
  if (known.size > MAX_REMEMBERED && oldest !== undefined) known.delete(oldest);
}

/** Returns the seconds for which a call is refused without a lookup; 0 if it is not refused. */
function refusedSeconds(addressGroup: string, tokenHash: string | null, nowMs: number): number {
  const untilMs = refusedUntilMs.get(addressGroup) ?? 0;
  if (untilMs <= nowMs) return 0;
  const isKnown = tokenHash !== null && (valid.get(tokenHash)?.untilMs ?? 0) > nowMs;
  return isKnown ? 0 : Math.ceil((untilMs - nowMs) / 1000);
}

/** Names what a caller shows: a token, the id of a session, or a code. */
interface Credential {
  /** Its SHA-256, hexadecimal; null if no text of the right shape was sent. */
  hash: string | null;
  /** The client's address; empty if the platform does not give it. */
  address: string;
}

/**
 * Returns what is found for a credential, and the environment of the database that has it; null if nothing is. Counts a
 * failure by address, and does not look for a minute after the address was refused (contract 9.15).
 * @throws HttpError 429 beyond the limit of the address
 */
export async function lookUp<T>(
  env: Bindings,
  { hash, address }: Credential,
  nowMs: number,
  find: (env: Env, hash: string) => Promise<T | null>,
): Promise<Home<T> | null> {
  const group = toAddressGroup(address);
  const seconds = refusedSeconds(group, hash, nowMs);
  if (seconds > 0) throw tooManyByAddress(seconds, nowMs);
  if (hash !== null) {
    const home = await findIn(env, (one) => find(one, hash), valid.get(hash)?.database);
    if (home !== null) {
      remember(valid, hash, { untilMs: nowMs + TRUST_MS, database: home.env.DATABASE });
      return home;
    }
    valid.delete(hash);
  }
  try {
    await limitAddress(env, address, nowMs);
  } catch (error) {
    // Calls without an address are limited, but not remembered, because they have different senders.
    if (address !== "") remember(refusedUntilMs, group, nowMs + REFUSAL_MS);
    throw error;
  }
  return null;
}

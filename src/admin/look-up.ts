import { toAddressGroup } from "../domain/address.ts";
import { MINUTE_MS } from "../domain/time.ts";
import type { Bindings } from "../env.ts";
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
const validUntilMs = new Map<string, number>();

/** Remembers a time as the newest, and forgets the oldest beyond a maximum. */
function remember(times: Map<string, number>, key: string, untilMs: number): void {
  times.delete(key);
  times.set(key, untilMs);
  const [oldest] = times.keys();
  if (times.size > MAX_REMEMBERED && oldest !== undefined) times.delete(oldest);
}

/** Returns the seconds for which a call is refused without a lookup; 0 if it is not refused. */
function refusedSeconds(addressGroup: string, tokenHash: string | null, nowMs: number): number {
  const untilMs = refusedUntilMs.get(addressGroup) ?? 0;
  if (untilMs <= nowMs) return 0;
  const isKnown = tokenHash !== null && (validUntilMs.get(tokenHash) ?? 0) > nowMs;
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
 * Returns what is found for a credential; null if nothing is. Counts a failure by address, and does not look for a
 * minute after the address was refused (contract 9.15).
 * @throws HttpError 429 beyond the limit of the address
 */
export async function lookUp<T>(
  env: Bindings,
  { hash, address }: Credential,
  nowMs: number,
  find: (hash: string) => Promise<T | null>,
): Promise<T | null> {
  const group = toAddressGroup(address);
  const seconds = refusedSeconds(group, hash, nowMs);
  if (seconds > 0) throw tooManyByAddress(seconds, nowMs);
  const found = hash === null ? null : await find(hash);
  if (hash !== null && found !== null) {
    remember(validUntilMs, hash, nowMs + TRUST_MS);
    return found;
  }
  if (hash !== null) validUntilMs.delete(hash);
  try {
    await limitAddress(env, address, nowMs);
  } catch (error) {
    // Calls without an address are limited, but not remembered, because they have different senders.
    if (address !== "") remember(refusedUntilMs, group, nowMs + REFUSAL_MS);
    throw error;
  }
  return null;
}

import { toAddressGroup } from "../domain/address.ts";
import type { Env } from "../env.ts";
import { AddressRefusals } from "./address-refusals.ts";
import { limitAddress, tooManyByAddress } from "./rate-limit.ts";

/** The addresses that this isolate refuses. */
const refusals = new AddressRefusals();

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
  env: Env,
  { hash, address }: Credential,
  nowMs: number,
  find: (hash: string) => Promise<T | null>,
): Promise<T | null> {
  const group = toAddressGroup(address);
  const refusedSeconds = refusals.secondsLeft(group, hash, nowMs);
  if (refusedSeconds > 0) throw tooManyByAddress(refusedSeconds, nowMs);
  const found = hash === null ? null : await find(hash);
  if (hash !== null && found !== null) {
    refusals.noteValid(hash, nowMs);
    return found;
  }
  if (hash !== null) refusals.noteInvalid(hash);
  try {
    await limitAddress(env, address, nowMs);
  } catch (error) {
    // Calls without an address are limited, but not remembered, because they have different senders.
    if (address !== "") refusals.refuse(group, nowMs);
    throw error;
  }
  return null;
}

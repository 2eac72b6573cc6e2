import { BoundedMap } from "./bounded-map.ts";
import { MINUTE_MS } from "../domain/time.ts";

/**
 * Remembers addresses that send invalid tokens (contract 9.15). Once the limiter has refused an address, its calls
 * are answered without the database for a minute. A token that was valid in this isolate within ten minutes is
 * still looked up, so that callers who share the address are not locked out.
 */
export class AddressRefusals {
  private readonly refusedUntilMs = new BoundedMap<string, number>(MAX_ADDRESSES);
  private readonly validUntilMs = new BoundedMap<string, number>(MAX_TOKENS);

  /** Refuses calls of this address without the database for a minute. */
  refuse(addressGroup: string, nowMs: number): void {
    this.refusedUntilMs.set(addressGroup, nowMs + REFUSAL_MS);
  }

  /**
   * Returns the seconds for which a call is refused without a lookup; 0 if it is not refused.
   * @param tokenHash null if the call has no text of a token's shape
   */
  secondsLeft(addressGroup: string, tokenHash: string | null, nowMs: number): number {
    const untilMs = this.refusedUntilMs.get(addressGroup) ?? 0;
    if (untilMs <= nowMs) return 0;
    const isKnown = tokenHash !== null && (this.validUntilMs.get(tokenHash) ?? 0) > nowMs;
    return isKnown ? 0 : Math.ceil((untilMs - nowMs) / 1000);
  }

  noteValid(tokenHash: string, nowMs: number): void {
    this.validUntilMs.set(tokenHash, nowMs + TRUST_MS);
  }

  /** Forgets a token that was revoked or has expired. */
  noteInvalid(tokenHash: string): void {
    this.validUntilMs.delete(tokenHash);
  }
}

const REFUSAL_MS = MINUTE_MS;
const TRUST_MS = 10 * MINUTE_MS;
const MAX_ADDRESSES = 10_000;
const MAX_TOKENS = 10_000;

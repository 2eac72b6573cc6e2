import { BoundedMap } from "./bounded-map.ts";
import { MINUTE_MS } from "../domain/time.ts";

/**
 * Keeps what this isolate knows about addresses that send invalid tokens (contract 9.14): once the limiter has
 * refused an address, its calls are answered without the database for a minute. A token that was
 * valid here a moment ago still is looked up, so that nobody behind the same address is locked out
 * by a neighbour.
 */
export class AddressRefusals {
  private readonly refusedUntilMs = new BoundedMap<string, number>(MAX_ADDRESSES);
  private readonly validUntilMs = new BoundedMap<string, number>(MAX_TOKENS);

  /** Keeps calls of this address away from the database for a minute. */
  refuse(addressGroup: string, nowMs: number): void {
    this.refusedUntilMs.set(addressGroup, nowMs + REFUSAL_MS);
  }

  /**
   * Returns the seconds for which a call is refused without a look-up, zero where it is not.
   * @param tokenHash null where the call has no text of a token's shape
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

  /** A token that was revoked or has expired is as good as any other text. */
  noteInvalid(tokenHash: string): void {
    this.validUntilMs.delete(tokenHash);
  }
}

const REFUSAL_MS = MINUTE_MS;
const TRUST_MS = 10 * MINUTE_MS;
const MAX_ADDRESSES = 10_000;
const MAX_TOKENS = 10_000;

import { DurableObject } from "cloudflare:workers";
import type { Reservation } from "./attempts.ts";

/**
 * Counts wrong passwords of one record (contract 5.10): one object for each record, whose storage
 * outlives it. An attempt is reserved before the password is looked at and given back when it was
 * right, so that parallel guesses cannot pass the limit together. The Worker's entry exports this class, so
 * that every visit evaluates it: what it does is loaded on demand.
 */
export class AttemptCounter extends DurableObject {
  /**
   * Reserves an attempt.
   * @param address a keyed hash of where it comes from
   */
  async reserve(address: string, nowMs: number): Promise<Reservation> {
    const { reserveAttempt } = await import("./attempts.ts");
    return reserveAttempt(this.ctx.storage, address, nowMs);
  }

  /** Gives an attempt back: the password was right, or could not be checked. */
  release(id: number): void {
    this.ctx.storage.sql.exec("DELETE FROM attempts WHERE id = ?", id);
  }

  override async alarm(): Promise<void> {
    const { forgetAttempts } = await import("./attempts.ts");
    await forgetAttempts(this.ctx.storage, Date.now());
  }
}

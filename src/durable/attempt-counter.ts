import { DurableObject } from "cloudflare:workers";

/**
 * Counts the wrong passwords of one record (contract 5.10). Each record has one object, whose storage outlives
 * the object. An attempt is reserved before the password is checked and released if it was right, so that
 * parallel guesses cannot exceed the limit. The code is loaded at the first call.
 */
export class AttemptCounter extends DurableObject {
  /** @param address a keyed hash of the client's address */
  async reserve(address: string, nowMs: number) {
    return (await load()).reserve(this.ctx.storage, address, nowMs);
  }

  /** Releases an attempt, because the password was right or could not be checked. */
  async release(id: number): Promise<void> {
    (await load()).release(this.ctx.storage, id);
  }

  /** Deletes attempts with their addresses as soon as they no longer count (contract 5.12). */
  override async alarm(): Promise<void> {
    await (await load()).forgetOld(this.ctx.storage, Date.now());
  }
}

const load = () => import("./count-attempts.ts");

import { DurableObject } from "cloudflare:workers";

/**
 * Counts the visitors that a record with a limit has let through (contract 24.5): one object for each record,
 * whose storage outlives it. A write that changes the limit begins a counter of a higher version.
 */
export class VisitorCounter extends DurableObject {
  /**
   * Takes a place. A visit that knows an older version only is counted by the current one.
   * @returns false if none is left
   */
  take(limit: number, version: number): boolean {
    const counter = this.read(limit, version);
    if (counter.taken >= counter.max) return false;
    this.write({ ...counter, taken: counter.taken + 1 });
    return true;
  }

  /** Returns how many places are left. */
  left(limit: number, version: number): number {
    const { max, taken } = this.read(limit, version);
    return max - taken;
  }

  /** Lets nobody through any more: the record is deleted, but some visits do not know it yet. */
  async close(): Promise<void> {
    this.write({ max: 0, taken: 0, version: Number.MAX_SAFE_INTEGER });
    await this.ctx.storage.setAlarm(Date.now() + FORGET_MS);
  }

  override async alarm(): Promise<void> {
    await this.ctx.storage.deleteAll();
  }

  private read(max: number, version: number): Counter {
    const stored = this.ctx.storage.kv.get<Counter>("counter");
    return stored === undefined || stored.version < version ? { max, version, taken: 0 } : stored;
  }

  private write(counter: Counter): void {
    this.ctx.storage.kv.put("counter", counter);
  }
}

interface Counter {
  max: number;
  taken: number;
  version: number;
}

const FORGET_MS = 86_400_000;

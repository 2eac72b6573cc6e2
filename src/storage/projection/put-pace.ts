/** KV accepts one write a second for a key. */
const PUT_INTERVAL_MS = 1_000;
/** The number of keys in memory above which older keys than a second are removed. */
const MAX_KEYS = 5_000;

/** Limits the puts of a key by this isolate. Further writes of the key wait, and become one. */
export class PutPace {
  /** Zero admits every put, for tests that write one key often. */
  intervalMs = PUT_INTERVAL_MS;
  private readonly putAtMs = new Map<string, number>();

  /** Returns whether the key may be put now. If so, the next put has to wait. */
  admits(key: string, nowMs: number): boolean {
    const last = this.putAtMs.get(key);
    if (last !== undefined && nowMs < last + this.intervalMs) return false;
    if (this.putAtMs.size >= MAX_KEYS) this.forgetOld(nowMs);
    this.putAtMs.set(key, nowMs);
    return true;
  }

  private forgetOld(nowMs: number): void {
    for (const [key, atMs] of this.putAtMs) {
      if (atMs + this.intervalMs <= nowMs) this.putAtMs.delete(key);
    }
  }
}

export const putPace = new PutPace();

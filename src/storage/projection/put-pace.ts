/** KV takes one write a second for a key. */
const PUT_INTERVAL_MS = 1_000;
/** Keys that are remembered before those of the last second alone are kept. */
const MAX_KEYS = 5_000;

/** Tells when a key may be put again by this isolate: further writes of it wait, and become one. */
export class PutPace {
  /** Zero lets every put through: for tests that write one key again and again. */
  intervalMs = PUT_INTERVAL_MS;
  private readonly putAtMs = new Map<string, number>();

  /** Whether the key may be put now; if so, the next put has to wait. */
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

/** The pace of this isolate. */
export const putPace = new PutPace();

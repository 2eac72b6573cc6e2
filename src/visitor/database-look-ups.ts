/**
 * Bounds how many look-ups in the database an isolate has in flight for hostnames that are behind.
 * A visit that is cut off never says that it ended, so a place is free again after the deadline.
 */
export class DatabaseLookUps {
  private readonly startedMs: number[] = [];
  private readonly most: number;
  private readonly deadlineMs: number;

  /** @param deadlineMs after so many milliseconds nobody waits for a look-up any more */
  constructor(most: number, deadlineMs: number) {
    this.most = most;
    this.deadlineMs = deadlineMs;
  }

  /** Does the work if there is a place for it, at once; null where there is none. */
  run<T>(nowMs: number, work: () => Promise<T>): Promise<T> | null {
    while (this.startedMs[0] !== undefined && this.startedMs[0] + this.deadlineMs <= nowMs) {
      this.startedMs.shift();
    }
    if (this.startedMs.length >= this.most) return null;
    this.startedMs.push(nowMs);
    return work().finally(() => {
      const at = this.startedMs.indexOf(nowMs);
      if (at >= 0) this.startedMs.splice(at, 1);
    });
  }
}

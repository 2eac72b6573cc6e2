/** The longest wait of a visit for the database. */
export const DATABASE_DEADLINE_MS = 1_000;

const MAX_IN_FLIGHT = 20;

/**
 * Limits how many lookups in the database an isolate has in flight for hostnames that are behind
 * (contract 19.10).
 */
export class LookupLimit {
  private readonly startedMs: number[] = [];
  private readonly maxInFlight: number;
  private readonly deadlineMs: number;

  /** @param deadlineMs the time after which a lookup no longer counts, because no visit waits for it */
  constructor(maxInFlight = MAX_IN_FLIGHT, deadlineMs = 2 * DATABASE_DEADLINE_MS) {
    this.maxInFlight = maxInFlight;
    this.deadlineMs = deadlineMs;
  }

  /** Starts the work if there is a free place; returns null otherwise. */
  run<T>(nowMs: number, work: () => Promise<T>): Promise<T> | null {
    while (this.startedMs[0] !== undefined && this.startedMs[0] + this.deadlineMs <= nowMs) {
      this.startedMs.shift();
    }
    if (this.startedMs.length >= this.maxInFlight) return null;
    this.startedMs.push(nowMs);
    return work().finally(() => {
      const at = this.startedMs.indexOf(nowMs);
      if (at >= 0) this.startedMs.splice(at, 1);
    });
  }
}

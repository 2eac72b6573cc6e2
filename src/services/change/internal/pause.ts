import { askForNothing } from "../../../storage/statement.ts";

/** The pause between two chunks of a change, which leaves the database to visits (contract 28.7). */

/** A change leaves look-ups of visits so many times the time for which it waited behind them. */
const SHARE = 10;
/** Shorter waits are chance. */
const NOTICED_MS = 2;
const MAX_MS = 5_000;

/**
 * Returns the pause after a chunk in milliseconds.
 * @param tookMs the time of the chunk
 * @param waitedMs the time for which a query waited behind those of others
 */
export function pauseAfter(tookMs: number, waitedMs: number): number {
  return waitedMs < NOTICED_MS ? 0 : Math.min(SHARE * waitedMs, tookMs, MAX_MS);
}

/**
 * Returns a function that pauses after a chunk. It asks the database for nothing: what the answer takes longer than the query
 * itself, and longer than the fastest answer of this run, is the time of others, which came while the chunk was written.
 */
export function newPause(db: D1Database, clock: () => number): (tookMs: number) => Promise<void> {
  let transitMs = Infinity;
  return async (tookMs) => {
    const beganMs = clock();
    const { tookMs: queryMs } = await askForNothing(db);
    const elapsedMs = clock() - beganMs - queryMs;
    transitMs = Math.min(transitMs, elapsedMs);
    const pauseMs = pauseAfter(tookMs, elapsedMs - transitMs);
    if (pauseMs > 0) await scheduler.wait(pauseMs);
  };
}

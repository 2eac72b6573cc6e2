import type { Env } from "../env.ts";
import { AssertionError } from "../storage/commit.ts";
import { foldMisses, MissFoldError } from "../storage/miss/fold.ts";
import { deleteOldMisses } from "../storage/miss/prune.ts";
import { log } from "../runtime/log.ts";

/** The time after which a run begins no further batch, because each minute has its own run. */
const BUDGET_MS = 30_000;
/** The number of batches that fail in a row after which the database counts as down. */
const OUTAGE_FAILURES = 10;

/**
 * Adds all stored misses to the rows of their paths, and deletes old ones (contract 31.3). Several runs at once are
 * safe, because each batch asserts that no other run was first.
 */
export async function foldMissesAndForget(env: Env, nowMs: number, clock: () => number): Promise<void> {
  const startedMs = clock();
  const skipped: string[] = [];
  let [failures, most]: [number, number | undefined] = [0, undefined];
  while (clock() - startedMs < BUDGET_MS) {
    try {
      if (!(await foldMisses(env.DB, nowMs, skipped, most)) && most === undefined) break;
      [failures, most] = [0, undefined];
    } catch (error) {
      if (!(error instanceof MissFoldError)) throw error;
      // Another run adds the same messages.
      if (error.cause instanceof AssertionError) break;
      // Added separately, a failing message does not stop the others.
      if (most === 1) {
        log("error", "misses_not_added", { message: error.ids[0] ?? "", error: String(error.cause) });
        skipped.push(...error.ids);
      } else if (++failures === OUTAGE_FAILURES) throw error;
      most = most === 1 ? undefined : 1;
    }
  }
  await deleteOldMisses(env.DB, nowMs);
}

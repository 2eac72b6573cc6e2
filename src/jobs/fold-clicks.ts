import type { Env } from "../env.ts";
import { AssertionError } from "../storage/commit.ts";
import { endFolderLease, foldMessages, FoldError, takeFolderLease } from "../storage/click/fold.ts";
import { moveOldClicks } from "../storage/click/move.ts";
import { MINUTE_MS } from "../domain/time.ts";
import { log } from "../runtime/log.ts";

/** The time after which a run begins no further batch, because each minute has its own run. */
const BUDGET_MS = 40_000;
const LEASE_MS = MINUTE_MS;
/** The number of batches that fail in a row after which the database counts as down. */
const OUTAGE_FAILURES = 10;
/** The number of batches of one run that move the tables of the previous release. */
const MOVES = 10;

/**
 * Adds all stored clicks to the sheets of their days (contract 8.12). Several runs at once are safe, because each
 * batch asserts that no other run was first. A run takes the lease if one batch does not finish the work.
 */
export async function foldClicks(env: Env, nowMs: number, clock: () => number): Promise<void> {
  const startedMs = clock();
  const elapsedMs = () => clock() - startedMs;
  await foldAll(env.DB, nowMs, elapsedMs);
  for (let move = 0; move < MOVES && elapsedMs() < BUDGET_MS; move++) {
    if (!(await moveOldClicks(env.DB, nowMs))) break;
  }
}

async function foldAll(db: D1Database, nowMs: number, elapsedMs: () => number): Promise<void> {
  const folder = { holder: crypto.randomUUID(), nowMs, skipped: [] as string[] };
  let [isLeased, failures, most]: [boolean, number, number | undefined] = [false, 0, undefined];
  try {
    while (elapsedMs() < BUDGET_MS) {
      folder.nowMs = nowMs + elapsedMs();
      try {
        const hasMore = await foldMessages(db, folder, most);
        if (!hasMore && most === undefined) return;
        [failures, most] = [0, undefined];
        isLeased ||= await takeFolderLease(db, folder, LEASE_MS);
        if (!isLeased) return;
      } catch (error) {
        if (!(error instanceof FoldError)) throw error;
        // Another run adds the same messages.
        if (error.cause instanceof AssertionError) return;
        // Added separately, a failing message does not stop the others.
        if (most === 1) {
          log("error", "clicks_not_added", { message: error.ids[0] ?? "", error: String(error.cause) });
          folder.skipped.push(...error.ids);
        } else if (++failures === OUTAGE_FAILURES) throw error;
        most = most === 1 ? undefined : 1;
      }
    }
  } finally {
    if (isLeased) await endFolderLease(db, folder.holder);
  }
}

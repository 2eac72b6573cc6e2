import type { Env } from "../env.ts";
import { endFolderLease, readUnfolded, takeFolderLease } from "../storage/click/fold.ts";
import { moveOldClicks } from "../storage/click/move.ts";
import { MINUTE_MS } from "../domain/time.ts";
import { log } from "../runtime/log.ts";
import { foldBatches } from "./fold-batches.ts";

/** The time after which a run begins no further batch, because each minute has its own run. */
const BUDGET_MS = 40_000;
const LEASE_MS = MINUTE_MS;
/** The number of batches of one run that move the tables of the previous release. */
const MOVES = 10;

/**
 * Adds all stored clicks to the sheets of their days (contract 8.12). A run takes the lease if one batch does not
 * finish the work.
 */
export async function foldClicks(env: Env, nowMs: number, clock: () => number): Promise<void> {
  const { DB } = env;
  const startedMs = clock();
  const elapsedMs = () => clock() - startedMs;
  const hasTime = () => elapsedMs() < BUDGET_MS;
  const holder = crypto.randomUUID();
  const folder = () => ({ holder, nowMs: nowMs + elapsedMs() });
  let isLeased = false;
  try {
    await foldBatches({
      hasTime,
      read: (skipped, most) => readUnfolded(DB, folder(), skipped, most),
      mayContinue: async () => (isLeased ||= await takeFolderLease(DB, folder(), LEASE_MS)),
      report: ({ message, error }) => log("error", "clicks_not_added", { message, error }),
    });
  } finally {
    if (isLeased) await endFolderLease(DB, holder);
  }
  for (let move = 0; move < MOVES && hasTime(); move++) {
    if (!(await moveOldClicks(DB, nowMs))) break;
  }
}

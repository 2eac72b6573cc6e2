import type { Env } from "../env.ts";
import { readMisses } from "../storage/miss/fold.ts";
import { deleteOldMisses } from "../storage/miss/prune.ts";
import { log } from "../runtime/log.ts";
import { foldBatches } from "./fold-batches.ts";

/** The time after which a run begins no further batch, because each minute has its own run. */
const BUDGET_MS = 30_000;

/** Adds all stored misses to the rows of their paths, and deletes old ones (contract 31.3). */
export async function foldMissesAndForget(env: Env, nowMs: number, clock: () => number): Promise<void> {
  const startedMs = clock();
  await foldBatches({
    hasTime: () => clock() - startedMs < BUDGET_MS,
    read: (skipped, most) => readMisses(env.DB, nowMs, skipped, most),
    report: ({ message, error }) => log("error", "misses_not_added", { message, error }),
  });
  await deleteOldMisses(env.DB, nowMs);
}

import { readMisses } from "../storage/miss/fold.ts";
import { log } from "../runtime/log.ts";
import { foldBatches } from "./fold-batches.ts";
import type { JobRun } from "./job-run.ts";

/** The most statements of a batch of usual size. */
const STATEMENTS = 12;

/** Adds all stored misses to the rows of their paths (contract 31.3). Returns whether some are left. */
export async function foldMisses({ env, budget, nowMs }: JobRun): Promise<boolean> {
  return foldBatches({
    hasRoom: () => budget.hasRoom(STATEMENTS),
    read: (skipped, most) => readMisses(env.DB, nowMs, skipped, most),
    report: ({ message, error }) => log("error", "misses_not_added", { message, error }),
  });
}

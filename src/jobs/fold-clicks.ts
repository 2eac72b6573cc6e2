import { endFolderLease, readUnfolded, takeFolderLease } from "../storage/click/fold.ts";
import { moveOldClicks } from "../storage/click/move.ts";
import { beginWayBack, rollUpDays } from "../storage/click/roll-up.ts";
import { MINUTE_MS } from "../domain/time.ts";
import { log } from "../runtime/log.ts";
import { foldBatches } from "./fold-batches.ts";
import type { JobRun } from "./job-run.ts";

const LEASE_MS = MINUTE_MS;
/** Limits of a batch, with the statements that it usually has at most. An isolate has 128 MB. */
const PAID = { sheets: 20_000, bytes: 8_000_000, statements: 80, waitMinutes: 15 };
/** On the free plan nothing waits. */
const FREE = { sheets: 500, bytes: 2_000_000, statements: 19, waitMinutes: 0 };

/**
 * Adds stored clicks to the sheets of their days (contract 8.12). A run takes the lease if one batch does not
 * finish the work.
 * @returns whether clicks are left
 */
export async function foldClicks({ env, budget, nowMs }: JobRun): Promise<boolean> {
  const { DB } = env;
  const { statements, waitMinutes, ...size } = env.PLAN === "free" ? FREE : PAID;
  const waitMs = Math.min(waitMinutes, Number(env.CLICKS_WAIT_MINUTES || waitMinutes)) * MINUTE_MS;
  const limits = { ...size, waitMs };
  const holder = crypto.randomUUID();
  const folder = () => ({ holder, nowMs: nowMs + budget.elapsedMs });
  let isLeased = false;
  try {
    return await foldBatches({
      hasRoom: () => budget.hasRoom(statements),
      read: (skipped, most) => readUnfolded(DB, folder(), limits, skipped, most),
      mayContinue: async () => (isLeased ||= await takeFolderLease(DB, folder(), LEASE_MS)),
      report: ({ message, error }) => log("error", "clicks_not_added", { message, error }),
    });
  } finally {
    if (isLeased) await endFolderLease(DB, holder);
  }
}

/** The most statements that move some days. */
const STATEMENTS_OF_MOVE = 14;

/** Moves the counts of 0.1.0 into sheets. Returns whether some are left. */
export async function moveClicksOfOldTables({ env, budget, nowMs }: JobRun): Promise<boolean> {
  let hasMore = true;
  while (hasMore && budget.hasRoom(STATEMENTS_OF_MOVE)) hasMore = await moveOldClicks(env.DB, nowMs);
  return hasMore;
}

/** The most statements that roll some days up. */
const STATEMENTS_OF_ROLL_UP = 20;
/** Packing months takes CPU, of which the platform allows 30 seconds, and on the free plan hardly any. */
const ROLL_UP_MS = 20_000;
const DAYS_OF_STEP = { paid: 200, free: 20 };

/** Rolls old days up into months (contract 8.12). Returns whether some are left. */
export async function rollUpClicks({ env: { DB, PLAN }, budget, nowMs }: JobRun): Promise<boolean> {
  if (await beginWayBack(DB, nowMs)) return false;
  const most = PLAN === "free" ? DAYS_OF_STEP.free : DAYS_OF_STEP.paid;
  let hasMore = true;
  while (hasMore && budget.elapsedMs < ROLL_UP_MS && budget.hasRoom(STATEMENTS_OF_ROLL_UP))
    hasMore = await rollUpDays(DB, nowMs, most);
  return hasMore;
}

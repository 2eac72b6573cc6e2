import type { Slot } from "../../domain/slot.ts";
import { commit } from "../../storage/commit.ts";
import { NOT_LEASED_MS } from "../../storage/operator/pause.ts";
import { isStale } from "../is-conflict.ts";

/**
 * Commits statements of an operator's command with the notes of the slots that they touch. Scripts have no
 * binding of KV, so the Worker's cron writes the snapshots within a minute.
 */
export async function commitAsOperator(
  db: D1Database,
  statements: D1PreparedStatement[],
  touched: Slot[],
  nowMs: number,
): Promise<void> {
  await commit(db, statements, touched, nowMs, { leasedUntilMs: NOT_LEASED_MS });
}

/** Commits as `commitAsOperator` does. Returns false if an assertion found that another write was first. */
export async function commitUnlessStale(
  db: D1Database,
  statements: D1PreparedStatement[],
  touched: Slot[],
  nowMs: number,
): Promise<boolean> {
  try {
    await commitAsOperator(db, statements, touched, nowMs);
    return true;
  } catch (error) {
    if (isStale(error)) return false;
    throw error;
  }
}

/** The command line with a batch for the deployed database has at most 128 kB, and contains the list of slots twice. */
const MOST_CHARACTERS = 12_000;

/** Returns the first items, as many as fit into one commit, but at least one. */
export function firstThatFit<T>(items: T[], slotsOf: (item: T) => Slot[]): T[] {
  let left = MOST_CHARACTERS;
  const fitting: T[] = [];
  for (const item of items) {
    left -= JSON.stringify(slotsOf(item)).length + ID_CHARACTERS;
    if (left < 0 && fitting.length > 0) break;
    fitting.push(item);
  }
  return fitting;
}

const ID_CHARACTERS = 40;

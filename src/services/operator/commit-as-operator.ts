import type { Slot } from "../../domain/slot.ts";
import { commit } from "../../storage/commit.ts";

/**
 * Commits statements of an operator's command with the notes of the slots that they touch. A script has
 * no binding of KV: the Worker's cron writes the snapshots within a minute.
 */
export async function commitAsOperator(
  db: D1Database,
  statements: D1PreparedStatement[],
  touched: Slot[],
  nowMs: number,
): Promise<D1Result[]> {
  // Any moment that has passed: the notes are nobody's.
  const { results } = await commit(db, statements, touched, nowMs, { leasedUntilMs: 1 });
  return results;
}

/** A command line that carries a batch to the deployed database has 128 kB; the list of slots stands in it twice. */
const MOST_CHARACTERS = 12_000;

/** Returns as many of the first items as one commit can carry: at least one. */
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

import { hashText } from "../domain/hash.ts";
import { STICKY } from "../domain/plugin.ts";
import type { Chance } from "../domain/routing.ts";
import type { RecordSnapshot } from "../domain/snapshot.ts";
import type { Visit } from "./visit.ts";

/** Chance for one visit (section 6): random, the visitor's own, or the next turn of this isolate. */
export function chanceFor(record: RecordSnapshot, visit: Visit, random: () => number): Chance {
  const isSticky = record.plugins?.includes(STICKY) === true;
  return {
    draw: () => (isSticky ? stickyDraw(record, visit) : random()),
    turn: () => nextTurn(record.id, random),
  };
}

const MAX_COUNTERS = 10_000;
const turns = new Map<string, number>();

/** Counts from a random start, so that isolates do not all begin with the same destination. */
function nextTurn(recordId: string, random: () => number): number {
  const turn = turns.get(recordId) ?? Math.floor(random() * 1_000_000);
  if (turns.size >= MAX_COUNTERS && !turns.has(recordId)) turns.clear();
  turns.set(recordId, turn + 1);
  return turn;
}

/** A number in [0, 1) that is the same for each visit of one visitor to one record. */
function stickyDraw(record: RecordSnapshot, { address, userAgent }: Visit): number {
  return hashText(`${record.id}\n${address}\n${userAgent}`) / 0x1_0000_0000;
}

import { STICKY } from "../domain/plugin.ts";
import type { Chance } from "../domain/routing.ts";
import type { RecordSnapshot } from "../domain/snapshot.ts";
import type { Visit } from "./visit.ts";

/** Chance for one visit (section 6): random, the visitor's own, or the next turn of this isolate. */
export function chanceFor(record: RecordSnapshot, visit: Visit, random: () => number): Chance {
  const isSticky = record.plugins?.includes(STICKY) === true;
  return {
    draw: () => (isSticky ? fractionOf(`${record.id}\n${visit.address}\n${visit.userAgent}`) : random()),
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

/** A number in [0, 1) that depends on every character of the text and on nothing else (FNV-1a, mixed). */
export function fractionOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 0x1_0000_0000;
}

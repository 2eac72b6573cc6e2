import { pluginsOf } from "../domain/plugin/registry.ts";
import type { Chance } from "../domain/routing.ts";
import type { RecordSnapshot } from "../domain/snapshot.ts";
import { visitorOf, type Visit } from "./visit.ts";

/** Chance for one visit (section 6): random, what a plugin puts in its place, or the next turn of this isolate. */
export function chanceFor(record: RecordSnapshot, visit: Visit, random: () => number): Chance {
  return {
    draw: () => drawByPlugin(record, visit) ?? random(),
    turn: () => nextTurn(record.id, random),
  };
}

function drawByPlugin({ id, plugins }: RecordSnapshot, visit: Visit): number | undefined {
  if (plugins === undefined) return undefined;
  const plugin = pluginsOf(plugins).find(({ draw }) => draw);
  return plugin?.draw?.(id, visitorOf(visit));
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

import { pluginsOf } from "../domain/plugin/registry.ts";
import { chooseDestination } from "../domain/routing.ts";
import type { RecordSnapshot, Target } from "../domain/snapshot.ts";
import { visitorOf, type Sender } from "./visit.ts";

/**
 * Returns the index of the destination for one visit (contract 6.5). Chance is random, what a plugin puts in its
 * place, or the next turn of this isolate.
 */
export function chooseFor(
  record: RecordSnapshot,
  { destinations, routing, live }: Target,
  sender: Sender,
  random: () => number,
): number {
  const count = destinations.length;
  if (count === 1) return 0;
  return chooseDestination(
    { count, routing, live },
    {
      draw: () => drawByPlugin(record, sender) ?? random(),
      turn: () => nextTurn(record.id, random),
    },
  );
}

function drawByPlugin({ id, plugins }: RecordSnapshot, sender: Sender): number | undefined {
  if (plugins === undefined) return undefined;
  const plugin = pluginsOf(plugins).find(({ draw }) => draw);
  return plugin?.draw?.(id, visitorOf(sender));
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

import { pluginsOf } from "../domain/plugin/registry.ts";
import { chooseDestination } from "../domain/choose-destination.ts";
import type { RecordSnapshot, Target } from "../domain/snapshot.ts";
import { visitorOf, type Sender } from "./visit.ts";

/**
 * Returns the index of the destination for one visit (contract 6). A weighted choice is random unless a
 * plugin makes it; a rotation takes the next turn of this isolate.
 */
export function chooseForVisit(
  record: RecordSnapshot,
  { destinations, routing, live }: Target,
  sender: Sender,
  random: () => number = Math.random,
): number {
  return chooseDestination(
    { count: destinations.length, routing, live },
    {
      draw: () => drawByPlugin(record, sender) ?? random(),
      turn: () => nextTurn(choiceIdOf(record), random),
    },
  );
}

function drawByPlugin(record: RecordSnapshot, sender: Sender): number | undefined {
  if (record.plugins === undefined) return undefined;
  const plugin = pluginsOf(record.plugins).find(({ draw }) => draw);
  return plugin?.draw?.(choiceIdOf(record), visitorOf(sender));
}

/** Returns the id under which turns are counted and draws are made: each rule of a record has its own. */
function choiceIdOf({ id, ruleId }: RecordSnapshot): string {
  return ruleId === undefined ? id : `${id} ${ruleId}`;
}

const MAX_COUNTERS = 10_000;
const turns = new Map<string, number>();

/** Returns the next turn of a record. The first is random, so that isolates begin with different destinations. */
function nextTurn(recordId: string, random: () => number): number {
  const turn = turns.get(recordId) ?? Math.floor(random() * 1_000_000);
  if (turns.size >= MAX_COUNTERS && !turns.has(recordId)) turns.clear();
  turns.set(recordId, turn + 1);
  return turn;
}

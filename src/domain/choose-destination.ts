import type { Choice } from "./routing.ts";

/** The sources of chance for one visit. Each is used only if the routing needs it. */
interface Chance {
  /** Returns a number in [0, 1): a new one for each visit, or the visitor's own if the record is sticky. */
  draw(): number;
  /** Returns a number that grows by one with each visit of the record. */
  turn(): number;
}

/** Returns the index of the destination for one visit (contract 6.5). */
export function chooseDestination({ count, routing, live }: Choice, chance: Chance): number {
  const among = live?.length ?? count;
  const pick = (position: number) => (live === undefined ? position : (live[position] ?? 0));
  switch (routing.kind) {
    case "primary":
    case "fastest":
      return pick(0);
    case "random":
      return pick(Math.floor(chance.draw() * among));
    case "sequential":
      return pick(chance.turn() % among);
    case "weighted":
      return drawWeighted(routing.weights, chance.draw());
  }
}

function drawWeighted(weights: number[], draw: number): number {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  let rest = draw * sum;
  for (const [index, weight] of weights.entries()) {
    rest -= weight;
    if (rest < 0) return index;
  }
  // Rounding can leave a remainder. It goes to the last destination with a weight.
  return weights.findLastIndex((weight) => weight > 0);
}

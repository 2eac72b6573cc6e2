import { accepted, refused, type Parsed } from "./field-error.ts";

/** How traffic is spread over the destinations of a record (section 6). */
export type Routing =
  | { kind: "primary" | "random" | "sequential" | "fastest" }
  | { kind: "weighted"; weights: number[] };

export const PRIMARY: Routing = { kind: "primary" };

const PLAIN_KINDS = ["primary", "random", "sequential", "fastest"] as const;
/** As many digits as a number shows without an exponent, so that what was formatted can be read again. */
const WEIGHT = /^\d{1,9}(?:\.\d{1,6})?$/;

/** Reads `primary`, `random`, `sequential`, `fastest` or `weighted:70,20,10`. */
export function parseRouting(text: string): Parsed<Routing> {
  const plain = PLAIN_KINDS.find((kind) => kind === text);
  if (plain !== undefined) return accepted({ kind: plain });
  if (!text.startsWith("weighted:")) {
    return refused("must be primary, random, sequential, fastest or weighted:N,N,…");
  }
  const parts = text
    .slice("weighted:".length)
    .split(",")
    .map((part) => part.trim());
  if (!parts.every((part) => WEIGHT.test(part))) return refused("weights must be non-negative numbers");
  const weights = parts.map(Number);
  if (weights.every((weight) => weight === 0)) return refused("weights must not all be zero");
  return accepted({ kind: "weighted", weights });
}

export function formatRouting(routing: Routing): string {
  return routing.kind === "weighted" ? `weighted:${routing.weights.join(",")}` : routing.kind;
}

/** Sources of chance for one visit; each is asked only where the routing needs it. */
export interface Chance {
  /** In [0, 1): fresh for each visit, or the visitor's own where the record is sticky. */
  draw(): number;
  /** Counts up by one for each visit of the record. */
  turn(): number;
}

/**
 * The index of the destination for one visit, among `count` destinations.
 * `fastest` answers the primary as long as nothing measures latencies.
 */
export function chooseDestination(routing: Routing, count: number, chance: Chance): number {
  switch (routing.kind) {
    case "primary":
    case "fastest":
      return 0;
    case "random":
      return Math.floor(chance.draw() * count);
    case "sequential":
      return chance.turn() % count;
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
  // Rounding can leave a crumb: it goes to the last destination that has any chance.
  return weights.findLastIndex((weight) => weight > 0);
}

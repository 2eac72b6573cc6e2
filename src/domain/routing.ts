import { accepted, refused, type Parsed } from "./field-error.ts";

/** How traffic is spread over the destinations of a record (contract 6.3). */
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

/** How a choice is made at the edge: `fastest` has been turned into a plain primary by then. */
export interface Choice {
  count: number;
  routing: Routing;
  /** Indices that may be chosen, in their order; absent if all may. Weights of the others are zero. */
  live?: number[] | undefined;
}

/** What the monitor knows of one destination, for routing. */
export interface Condition {
  state: "pending" | "healthy" | "broken";
  /** Milliseconds in the last run; null if it did not succeed in it. */
  latencyMs: number | null;
}

/**
 * Returns the choice after broken destinations are skipped, as long as a healthy one is left, and after
 * `fastest` is decided (contract 7.7 and 7.8).
 */
export function narrowRouting(routing: Routing, conditions: Condition[], skipsBroken: boolean): Choice {
  const count = conditions.length;
  const indicesOf = (isMeant: (condition: Condition) => boolean) =>
    conditions.flatMap((condition, index) => (isMeant(condition) ? [index] : []));
  const healthy = indicesOf(({ state }) => state === "healthy");
  if (routing.kind === "fastest") {
    const latencyOf = (index: number) => conditions[index]?.latencyMs ?? Number.MAX_VALUE;
    return toChoice(
      count,
      healthy.toSorted((a, b) => latencyOf(a) - latencyOf(b)),
    );
  }
  const unbroken = indicesOf(({ state }) => state !== "broken");
  if (!skipsBroken || healthy.length === 0 || unbroken.length === count) return { count, routing };
  if (routing.kind === "primary") return toChoice(count, unbroken);
  if (routing.kind !== "weighted") return { count, routing, live: unbroken };
  const weights = routing.weights.map((weight, index) => (unbroken.includes(index) ? weight : 0));
  // Destinations of weight 0 are better than broken ones.
  return weights.some((weight) => weight > 0)
    ? { count, routing: { kind: "weighted", weights } }
    : { count, routing: { kind: "random" }, live: unbroken };
}

function toChoice(count: number, [first = 0]: number[]): Choice {
  return { count, routing: PRIMARY, ...(first > 0 && { live: [first] }) };
}

import { accepted, refused, type Parsed } from "./field-error.ts";

/** The distribution of visits over the destinations of a record (contract 6.3). */
export type Routing =
  | { kind: "primary" | "random" | "sequential" | "fastest" }
  | { kind: "weighted"; weights: number[] };

export const PRIMARY: Routing = { kind: "primary" };

const PLAIN_KINDS = ["primary", "random", "sequential", "fastest"] as const;
/** Limits the digits to those of a number without an exponent, so that a formatted weight can be parsed again. */
const WEIGHT = /^\d{1,9}(?:\.\d{1,6})?$/;

/** Parses `primary`, `random`, `sequential`, `fastest` or `weighted:70,20,10`. */
export function parseRouting(text: string): Parsed<Routing> {
  const plain = PLAIN_KINDS.find((kind) => kind === text);
  if (plain !== undefined) return accepted({ kind: plain });
  if (!text.startsWith("weighted:")) {
    return refused("not_routing");
  }
  const parts = text
    .slice("weighted:".length)
    .split(",")
    .map((part) => part.trim());
  if (!parts.every((part) => WEIGHT.test(part))) return refused("weights_numbers");
  const weights = parts.map(Number);
  if (weights.every((weight) => weight === 0)) return refused("weights_zero");
  return accepted({ kind: "weighted", weights });
}

export function formatRouting(routing: Routing): string {
  return routing.kind === "weighted" ? `weighted:${routing.weights.join(",")}` : routing.kind;
}

/** The routing as the edge uses it: `fastest` has already become `primary`. */
export interface Choice {
  count: number;
  routing: Routing;
  /** The indices that may be chosen, in their order; absent if all may. The weights of the others are zero. */
  live?: number[] | undefined;
}

/** The monitor's data about one destination, for routing. */
export interface Condition {
  state: "pending" | "healthy" | "broken";
  /** The duration of the check in the last run; null if it failed. */
  latencyMs: number | null;
}

/**
 * Returns the choice without broken destinations, if a healthy one is left, and with `fastest` decided
 * (contract 7.7 and 7.8).
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
  // If only destinations of weight 0 are healthy, they answer in place of the broken ones.
  return weights.some((weight) => weight > 0)
    ? { count, routing: { kind: "weighted", weights } }
    : { count, routing: { kind: "random" }, live: unbroken };
}

function toChoice(count: number, [first = 0]: number[]): Choice {
  return { count, routing: PRIMARY, ...(first > 0 && { live: [first] }) };
}

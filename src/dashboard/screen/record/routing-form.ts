import { parseRouting } from "../../../domain/client/condition.ts";

interface DestinationForm {
  url: string;
  weight: string;
  /** Says whether it gets all visits once the distribution has ended. */
  stays?: boolean;
}

export const NO_DESTINATION: DestinationForm = { url: "", weight: "1" };

export const ROUTING_KINDS = ["primary", "weighted", "random", "sequential", "fastest"] as const;
export type RoutingKind = (typeof ROUTING_KINDS)[number];

export interface RoutingForm {
  destinations: DestinationForm[];
  routing: RoutingKind;
}

/** Returns destinations with their weights; a form shows at least one. @param lasting the one that stays */
export function splitRouting(urls: readonly string[], text: string, lasting?: string): RoutingForm {
  const parsed = parseRouting(text);
  const routing = parsed.ok ? parsed.value : { kind: "primary" as const };
  const weights = routing.kind === "weighted" ? routing.weights : [];
  const destinations = urls.map((url, index) => ({
    url,
    weight: String(weights[index] ?? 1),
    ...(url === lasting && { stays: true }),
  }));
  return {
    destinations: destinations.length === 0 ? [NO_DESTINATION] : destinations,
    routing: routing.kind,
  };
}

/** Returns the members of a write. Empty lines are left out, with their weights. */
export function joinRouting(
  destinations: readonly DestinationForm[],
  routing: RoutingKind,
): { destinations: string[]; destination_routing: string } {
  const written = destinations.filter(({ url }) => url.trim() !== "");
  const weights = written.map(({ weight }) => toWeight(weight) || "0").join(",");
  // One destination needs no routing.
  const isChoice = written.length > 1;
  return {
    destinations: written.map(({ url }) => url.trim()),
    destination_routing: !isChoice ? "primary" : routing === "weighted" ? `weighted:${weights}` : routing,
  };
}

/** Returns the place of the destination that stays. Unless one was chosen, it is the first. */
export function lastingPlace(destinations: readonly DestinationForm[]): number {
  return Math.max(
    destinations.findIndex(({ stays = false }) => stays),
    0,
  );
}

/** Returns the end of the distribution as a write has it. @param at a timestamp; null for none */
export function joinEnd(destinations: readonly DestinationForm[], at: string | null) {
  const isChoice = destinations.filter(({ url }) => url.trim() !== "").length > 1;
  if (at === null || !isChoice) return null;
  return { at, destination: destinations[lastingPlace(destinations)]?.url.trim() ?? "" };
}

/** Returns whether only one destination gets visits by now. @param at a timestamp; null for no end */
export function isOver(at: string | null, nowMs: number): boolean {
  return at !== null && Date.parse(at) <= nowMs;
}

/** Returns a weight in the form of the API, which takes a point for decimals. */
function toWeight(typed: string): string {
  return typed.trim().replace(",", ".");
}

/** Returns whether a weight is a number that the API takes. An empty one is zero. */
function isWeight(typed: string): boolean {
  return parseRouting(`weighted:1,${toWeight(typed) || "0"}`).ok;
}

/** Adds an empty destination. The second one shares the visits: of "always the first" it would get none. */
export function addDestination({ destinations, routing }: RoutingForm): RoutingForm {
  return {
    destinations: [...destinations, NO_DESTINATION],
    routing: destinations.length === 1 ? "weighted" : routing,
  };
}

/** Returns the share of each destination, from 0 to 1; null if nobody knows it before the visits. */
export function sharesOf(destinations: readonly DestinationForm[], routing: RoutingKind): number[] | null {
  if (routing === "primary") return destinations.map((_, index) => (index === 0 ? 1 : 0));
  if (routing === "random" || routing === "sequential") {
    return destinations.map(() => 1 / destinations.length);
  }
  if (routing === "fastest") return null;
  const weights = destinations.map(({ weight }) => (isWeight(weight) ? Number(toWeight(weight)) : 0));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return sum === 0 ? null : weights.map((weight) => weight / sum);
}

/** Returns the paths of the weights that the API would refuse, without saying which one it is. */
export function findBadWeights({ destinations, routing }: RoutingForm): string[] {
  if (routing !== "weighted" || destinations.length < 2) return [];
  return destinations.flatMap(({ url, weight }, index) =>
    isWeight(weight) || url.trim() === "" ? [] : [`destinations.${index}.weight`],
  );
}

import { isDangerous } from "../domain/danger.ts";
import type { HostConfig, RecordSnapshot, Target } from "../domain/snapshot.ts";

/** A place that visitors of a link may be sent to. */
export interface ShownDestination {
  url: string;
  /** The part of the visits, 0 to 1; null where a rule decides. */
  share: number | null;
}

/**
 * Lists where visitors are sent, each URL once, with its share of them (contract 33.9). Empty for a record that
 * lets a limited number of visitors through: whoever read it here would not be counted.
 */
export function listDestinations({ answer }: RecordSnapshot, config: HostConfig): ShownDestination[] {
  if (answer.kind === "special" && answer.limit !== undefined) return [];
  const { given, rules = [] } = answer.kind === "special" ? answer : { given: answer };
  const shown = new Map<string, number | null>();
  if ("target" in given) {
    for (const [index, share] of sharesOf(given.target).entries()) {
      const url = given.target.destinations[index]?.url;
      if (url === undefined || share === 0 || isDangerous(config, given.target, index)) continue;
      shown.set(url, (shown.get(url) ?? 0) + share);
    }
  }
  for (const { answer } of rules) {
    for (const [index, share] of sharesOf(answer.target).entries()) {
      const url = answer.target.destinations[index]?.url;
      if (url === undefined || share === 0 || isDangerous(config, answer.target, index)) continue;
      if (!shown.has(url)) shown.set(url, null);
    }
  }
  return [...shown].map(([url, share]) => ({ url, share }));
}

/** Returns the share of each destination, in their order. */
function sharesOf({ destinations, routing, live }: Target): number[] {
  const chosen = live ?? destinations.map((_, index) => index);
  if (routing.kind === "weighted") {
    const sum = routing.weights.reduce((total, weight) => total + weight, 0);
    return destinations.map((_, index) => (routing.weights[index] ?? 0) / sum);
  }
  const isFirst = routing.kind === "primary" || routing.kind === "fastest";
  const among = isFirst ? chosen.slice(0, 1) : chosen;
  return destinations.map((_, index) => (among.includes(index) ? 1 / among.length : 0));
}

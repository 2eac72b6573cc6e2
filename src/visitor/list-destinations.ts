import { isDangerous } from "../domain/danger.ts";
import { givenAt } from "../domain/given-at.ts";
import type { HostConfig, RecordSnapshot, Target } from "../domain/snapshot.ts";

export interface ShownDestination {
  url: string;
  /** The share of the visits, 0 to 1; null if a rule decides. */
  share: number | null;
}

/**
 * Lists the destinations of a link, each URL once, with its share of the visits (contract 33.9). Empty for a
 * record with a limited number of visitors, because readers of the preview are not counted.
 */
export function listDestinations(
  { answer }: RecordSnapshot,
  config: HostConfig,
  nowMs: number,
): ShownDestination[] {
  if (answer.kind === "special" && answer.limit !== undefined) return [];
  const given = answer.kind === "special" ? givenAt(answer, nowMs) : answer;
  const rules = answer.kind === "special" ? (answer.rules ?? []) : [];
  const shown = new Map<string, number | null>();
  const show = (target: Target, byRule: boolean) => {
    for (const [index, share] of sharesOf(target).entries()) {
      const url = target.destinations[index]?.url;
      if (url === undefined || share === 0 || isDangerous(config, target, index)) continue;
      if (!byRule) shown.set(url, (shown.get(url) ?? 0) + share);
      else if (!shown.has(url)) shown.set(url, null);
    }
  };
  if ("target" in given) show(given.target, false);
  for (const rule of rules) show(rule.answer.target, true);
  return [...shown].map(([url, share]) => ({ url, share }));
}

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

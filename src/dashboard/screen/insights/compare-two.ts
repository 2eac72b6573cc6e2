import type { Stats } from "../../api/types.ts";

interface Counted {
  value: string;
  clicks: number;
}

/**
 * Compares the two destinations of a record by their clicks.
 * @returns null unless exactly two are active and have clicks; `moreShare` is the larger share of the clicks of both
 */
export function compareTwo(
  { breakdowns }: Pick<Stats, "breakdowns">,
  destinations: readonly string[],
): { more: Counted; less: Counted; moreShare: number } | null {
  if (destinations.length !== 2) return null;
  const clicks = new Map(breakdowns.destinations.map((counted) => [counted.value, counted.clicks]));
  const counted = destinations.map((value) => ({ value, clicks: clicks.get(value) ?? 0 }));
  const [more, less] = counted.toSorted((a, b) => b.clicks - a.clicks);
  if (more === undefined || less === undefined || more.clicks === 0) return null;
  return { more, less, moreShare: more.clicks / (more.clicks + less.clicks) };
}

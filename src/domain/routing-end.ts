/** The moment from which on one destination gets all visits, which ends a test of several (contract 6.7). */
export interface RoutingEnd {
  atMs: number;
  destination: string;
}

/**
 * Returns the end after a write of destinations. It goes on with a new destination in the place of its own, and goes
 * when there are no destinations, or 0.2.0, which does not know it, has removed its own.
 */
export function followDestinations(
  end: RoutingEnd | null,
  before: readonly string[],
  after: readonly string[],
): RoutingEnd | null {
  if (end === null || after.length === 0 || !before.includes(end.destination)) return null;
  if (after.includes(end.destination) || after.length !== before.length) return end;
  const replacing = after[before.indexOf(end.destination)];
  return replacing === undefined || before.includes(replacing) ? end : { ...end, destination: replacing };
}

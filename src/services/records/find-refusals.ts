import { findBlockedHost } from "../../domain/blocklist.ts";
import { toLocation } from "../../domain/url-parts.ts";
import { getBlocklist } from "../../storage/blocklists.ts";
import type { ServiceContext } from "../context.ts";

/** Why destinations may not be written, by destination; those that may are left out. */
export type Refusals = ReadonlyMap<string, string>;

/**
 * Judges destinations that a write adds. Those that a record has already are not asked about again:
 * it can still be paused, renamed and sent back as it was read, and visitors are warned in any case.
 */
export async function findRefusals(ctx: ServiceContext, destinations: string[]): Promise<Refusals> {
  const refusals = new Map<string, string>();
  if (destinations.length === 0) return refusals;
  const blocked = await getBlocklist(ctx.env.DB, ctx.caller.workspace.id);
  for (const destination of destinations) {
    const host = findBlockedHost(blocked, toLocation(destination));
    if (host !== null) refusals.set(destination, `leads to ${host}, which is on the blocklist`);
  }
  return refusals;
}

/** What a write makes of a record's destinations; `before` is null for a new one. */
export interface DestinationsWrite {
  before: { destinations: string[] } | null;
  after: { destinations: string[] };
}

/** The destinations that a record did not have before. */
export function addedDestinations({ before, after }: DestinationsWrite): string[] {
  return after.destinations.filter((destination) => !before?.destinations.includes(destination));
}

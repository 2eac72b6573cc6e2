import { patternSlot } from "../../../domain/slot.ts";
import type { LinkRecord } from "../../../domain/record.ts";
import type { Reach } from "../../../domain/reach.ts";
import { slotOf } from "../../../domain/source.ts";
import type { Slot } from "../../../domain/slot.ts";
import { slotKey } from "../../../domain/change/loop-graph.ts";
import { MAX_HOPS, startWalks, withoutRepeats, type Walk } from "./find-loops.ts";
import { followMatch, matchLocally, slotsOfRequest, toLocalRequests } from "./local-match.ts";

/** Stands for all patterns of a hostname: which of them a path has is known when all are. */
const ANY_PATTERN = patternSlot("");

/** Returns the slot by which a graph of a change knows a record. */
export function graphSlotOf({ host, source }: LinkRecord): Slot {
  return { host, slot: source.kind === "pattern" ? ANY_PATTERN : slotOf(source) };
}

/**
 * Returns the slots of the workspace that the destinations of records may lead to, directly or through records that
 * are stored, with one lookup for each hop.
 * @returns the keys of the slots for each record that leads to any, by its id
 */
export async function listReached(
  db: D1Database,
  reach: Reach,
  records: LinkRecord[],
): Promise<Map<string, Set<number>>> {
  const reached = new Map<string, Set<number>>();
  let walks = records.flatMap(startWalks);
  for (let hop = 0; hop < MAX_HOPS && walks.length > 0; hop++) {
    const requests = await toLocalRequests(db, reach, walks);
    for (const request of requests) {
      const keys = reached.getOrInsertComputed(request.walk.origin.id, () => new Set());
      const { name: host } = request.host;
      for (const slot of [...slotsOfRequest(request), ANY_PATTERN]) keys.add(slotKey({ host, slot }));
    }
    const next: Walk[] = [];
    for (const { request, found } of await matchLocally(db, reach, requests, new Map())) {
      if (found === null || found.record.id === request.walk.origin.id) continue;
      for (const url of followMatch(found.match, request)) next.push({ ...request.walk, url });
    }
    walks = withoutRepeats(next);
  }
  return reached;
}

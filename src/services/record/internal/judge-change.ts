import { findBlockedHost } from "../../../domain/blocklist.ts";
import { changeDestination, type DestinationChange } from "../../../domain/destination-change.ts";
import { parseDestination } from "../../../domain/destination.ts";
import type { Reach } from "../../../domain/reach.ts";
import { toLocation } from "../../../domain/url-parts.ts";
import { selectBlocklist } from "../../../storage/blocklist/read.ts";
import { selectRecordsById } from "../../../storage/record/read.ts";
import { findLoops } from "./find-loops.ts";

/**
 * Finds the records of which a change would make what no write accepts: a destination that is none, that is
 * on the workspace's blocklist, or that leads back to its record (contract 13.16).
 * @returns the reason for each of these records, by its id
 */
export async function judgeChange(
  db: D1Database,
  reach: Reach,
  records: { id: string; destinations: string[] }[],
  change: DestinationChange,
): Promise<Map<string, string>> {
  const changed = records
    .map(({ id, destinations }) => ({ id, before: destinations, after: changeAll(destinations, change) }))
    .filter(({ before, after }) => after.some((url, index) => url !== before[index]));
  if (changed.length === 0) return new Map();
  const blocked = await selectBlocklist(db, reach.workspaceId);
  const refusals = new Map<string, string>();
  const valid = new Map<string, string[]>();
  for (const { id, before, after } of changed) {
    const added = after.filter((url) => !before.includes(url));
    const reason = added.map((url) => refusalOf(url, blocked)).find((found) => found !== null);
    if (reason === undefined) valid.set(id, after);
    else refusals.set(id, reason);
  }
  for (const [id, reason] of await findLoopReasons(db, reach, valid)) refusals.set(id, reason);
  return refusals;
}

function changeAll(destinations: string[], change: DestinationChange): string[] {
  return destinations.map((url) => changeDestination(url, change));
}

function refusalOf(url: string, blocked: readonly string[]): string | null {
  const parsed = parseDestination(url);
  if (!parsed.ok) return parsed.reason;
  const host = findBlockedHost(blocked, toLocation(parsed.value));
  return host === null ? null : `leads to ${host}, which is on the blocklist`;
}

/** @param changed the destinations of records after the change, by their ids */
async function findLoopReasons(
  db: D1Database,
  reach: Reach,
  changed: ReadonlyMap<string, string[]>,
): Promise<[id: string, reason: string][]> {
  const stored = await selectRecordsById(db, reach, [...changed.keys()]);
  const after = stored.map((record) => ({
    ...record,
    destinations: changed.get(record.id) ?? record.destinations,
  }));
  const loops = await findLoops(db, reach, after);
  return loops.map(({ record, description }) => [
    record.id,
    `leads back to the record itself: ${description}`,
  ]);
}

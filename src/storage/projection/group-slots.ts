import { HOST_SLOT, type Slot } from "../../domain/slot.ts";
import { log } from "../../runtime/log.ts";
import { snapshotKey } from "../snapshot/key.ts";
import { OF_EACH_HOST, SHOWN_RECORDS } from "../snapshot/query.ts";

/** The most characters of a group. Their rows and snapshots take several times as much memory. */
const GROUP_CHARACTERS = 5_000_000;
/** KV accepts values of 25 MiB. */
const MOST_CHARACTERS = 20_000_000;

// A row has other columns as well, which are short.
const SIZES_QUERY = `
  WITH ${OF_EACH_HOST}
  SELECT w.host, w.slot,
    coalesce((
      SELECT sum(2000 + length(coalesce(r.guarded_destinations, r.destinations)) + coalesce(length(r.rules), 0)
        + length(r.health) + length(r.threats) + coalesce(length(p.html), 0))
      FROM (SELECT w.host, w.slot) c ${SHOWN_RECORDS}
    ), 0) + iif(w.slot <> '${HOST_SLOT}', 0, coalesce((
      SELECT length(b.hosts) FROM hosts h CROSS JOIN blocklists b ON b.workspace_id = h.workspace_id
      WHERE h.host = w.host
    ), 0) + coalesce((SELECT length(hosts) FROM installation_blocklist), 0)) AS size
  FROM wanted w`;

/**
 * Groups slots so that the snapshots of a group fit into memory. Leaves out slots whose snapshots KV would refuse.
 * Throws as D1 does.
 */
export async function groupSlots(db: D1Database, slots: Slot[]): Promise<Slot[][]> {
  const { results } = await db
    .prepare(SIZES_QUERY)
    .bind(JSON.stringify(slots.map(({ host, slot }) => [host, slot])))
    .all<Slot & { size: number }>();
  const groups: Slot[][] = [];
  let room = -1;
  for (const { host, slot, size } of results) {
    if (size > MOST_CHARACTERS) {
      log("error", "snapshot_too_large", { key: snapshotKey(host, slot), size });
      continue;
    }
    if (size > room) {
      groups.push([]);
      room = GROUP_CHARACTERS;
    }
    groups.at(-1)?.push({ host, slot });
    room -= size;
  }
  return groups;
}

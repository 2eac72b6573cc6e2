import { HOST_SLOT, type Slot } from "../../domain/slot.ts";
import { chunkBySize } from "../../runtime/chunk.ts";
import { snapshotKey } from "../snapshot/key.ts";
import { OF_EACH_HOST, SHOWN_RECORDS } from "../snapshot/query.ts";
import type { SnapshotKey } from "../../domain/snapshot.ts";
import { log } from "../../runtime/log.ts";
import { utf8Length } from "../../runtime/utf8-length.ts";

/** The most bytes of a group. Their rows and snapshots take several times as much memory. */
const GROUP_BYTES = 5_000_000;
/** The most bytes of a slot that is read at all. */
const MOST_READ_BYTES = 20_000_000;

// A row has other columns as well, which are short.
const SIZES_QUERY = `
  WITH ${OF_EACH_HOST}
  SELECT w.host, w.slot,
    coalesce((
      SELECT sum(2000 + octet_length(coalesce(r.guarded_destinations, r.destinations)) + coalesce(octet_length(r.rules), 0)
        + octet_length(r.health) + octet_length(r.threats) + coalesce(octet_length(p.html), 0))
      FROM (SELECT w.host, w.slot) c ${SHOWN_RECORDS}
    ), 0) + iif(w.slot <> '${HOST_SLOT}', 0, coalesce((
      SELECT octet_length(b.hosts) FROM hosts h CROSS JOIN blocklists b ON b.workspace_id = h.workspace_id
      WHERE h.host = w.host
    ), 0) + coalesce((SELECT octet_length(hosts) FROM installation_blocklist), 0)) AS size
  FROM wanted w`;

/** Groups slots so that their snapshots fit into memory. Leaves out slots that are too large to be read. */
export async function groupSlots(db: D1Database, slots: Slot[]): Promise<Slot[][]> {
  const { results } = await db
    .prepare(SIZES_QUERY)
    .bind(JSON.stringify(slots.map(({ host, slot }) => [host, slot])))
    .all<Slot & { size: number }>();
  const readable = results.filter(({ host, slot, size }) => {
    if (size > MOST_READ_BYTES) logTooLarge(snapshotKey(host, slot), size);
    return size <= MOST_READ_BYTES;
  });
  return chunkBySize(readable, ({ size }) => size, GROUP_BYTES);
}

/** The size of a value that KV accepts. */
const MOST_VALUE_BYTES = 25 * 1024 * 1024;
/** A UTF-16 unit has at most three bytes in UTF-8. */
const UNIT_BYTES = 3;

/** Returns whether KV would refuse a value. Logs it in that case. */
export function isTooLarge(key: SnapshotKey, text: string): boolean {
  if (text.length * UNIT_BYTES <= MOST_VALUE_BYTES) return false;
  const size = utf8Length(text);
  if (size > MOST_VALUE_BYTES) logTooLarge(key, size);
  return size > MOST_VALUE_BYTES;
}

/** @param size bytes of the value, or of the rows that it would be made from */
function logTooLarge(key: SnapshotKey, size: number): void {
  log("error", "snapshot_too_large", { key, size });
}

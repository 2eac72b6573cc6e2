import { findBlockedHost } from "../../domain/blocklist.ts";
import { toLocation } from "../../domain/url-parts.ts";
import {
  SNAPSHOT_VERSION,
  type HostConfig,
  type HostSnapshot,
  type RecordSnapshot,
  type SlotSnapshot,
} from "../../domain/snapshot.ts";
import { HOST_SLOT, PLATFORM_PATHS } from "../../domain/source.ts";
import { toRecordSnapshot } from "../../domain/to-snapshot.ts";
import { toRecord, type RecordRow } from "../record-row.ts";

/**
 * The third tier, and the origin of the second: snapshots made from the database. Visits that no
 * store can answer and the writers of the store read through this one function.
 */

/** What stands in the database for some hosts and for slots of the first of them that is connected. */
export interface DatabaseState {
  /** By hostname, down to the first that is connected; those before it as tombstones. */
  hosts: Map<string, HostSnapshot>;
  /** The first connected of the hosts; slots are its. */
  connected: HostConfig | null;
  /** By slot, one for each that was asked for, the empty ones included. */
  slots: Map<string, SlotSnapshot>;
}

// CROSS JOIN keeps the order of tables as it is written: from the few that are asked for to the many there are.
const CONNECTED = `(SELECT h.host FROM json_each(?1) c CROSS JOIN hosts h ON h.host = c.value ORDER BY c.key LIMIT 1)`;

const HOSTS_QUERY = `
  SELECT c.value AS host, coalesce(s.seq, 0) AS seq, h.workspace_id, h.force_https, h.ssl_issued_at,
         coalesce(h.not_found_url, w.not_found_url) AS not_found_url,
         coalesce(h.expired_url, w.expired_url) AS expired_url, b.hosts AS blocked
  FROM json_each(?1) c
  LEFT JOIN slots s ON s.host = c.value AND s.slot = '${HOST_SLOT}'
  LEFT JOIN hosts h ON h.host = c.value
  LEFT JOIN workspaces w ON w.id = h.workspace_id
  LEFT JOIN blocklists b ON b.workspace_id = h.workspace_id
  ORDER BY c.key`;

// Walks the distinct depths by index, one step each, however many prefixes there are.
const KINDS_QUERY = `
  WITH RECURSIVE connected (host) AS (SELECT ${CONNECTED}),
  depths (depth) AS (
    SELECT min(prefix_depth) FROM records WHERE host = (SELECT host FROM connected) AND prefix_depth IS NOT NULL
    UNION ALL
    SELECT (SELECT min(prefix_depth) FROM records
            WHERE host = (SELECT host FROM connected) AND prefix_depth > depths.depth)
    FROM depths WHERE depth IS NOT NULL
  )
  SELECT (SELECT json_group_array(depth) FROM depths WHERE depth IS NOT NULL) AS prefix_depths,
         EXISTS (SELECT 1 FROM records WHERE host = connected.host AND slot >= 'q' AND slot < 'r') AS has_queries,
         EXISTS (SELECT 1 FROM records
                 WHERE host = connected.host AND forward_path = 1 AND runtime = 'link') AS has_forwarding,
         (SELECT json_group_array(p.value) FROM json_each(?2) p
          WHERE EXISTS (SELECT 1 FROM records WHERE host = connected.host AND slot = 'p' || p.value)) AS own_paths
  FROM connected`;

// A query slot sorts between 'q/path?' and 'q/path@', the character after the question mark.
const SLOTS_QUERY = `
  SELECT c.value AS slot, coalesce(s.seq, 0) AS seq,
         c.value LIKE 'p%' AND EXISTS (
           SELECT 1 FROM records WHERE host = ${CONNECTED}
             AND slot >= 'q' || substr(c.value, 2) || '?' AND slot < 'q' || substr(c.value, 2) || '@'
         ) AS has_queries
  FROM json_each(?2) c
  LEFT JOIN slots s ON s.host = ${CONNECTED} AND s.slot = c.value`;

const RECORDS_QUERY = `
  SELECT r.*, p.html AS html
  FROM json_each(?2) c
  CROSS JOIN records r INDEXED BY records_by_slot ON r.host = ${CONNECTED} AND r.slot = c.value
  LEFT JOIN pages p ON p.workspace_id = r.workspace_id AND p.name = r.file
  ORDER BY r.id`;

interface HostRow {
  host: string;
  seq: number;
  workspace_id: string | null;
  force_https: number;
  ssl_issued_at: number | null;
  not_found_url: string | null;
  expired_url: string | null;
  blocked: string | null;
}

interface KindsRow {
  prefix_depths: string;
  has_queries: number;
  has_forwarding: number;
  own_paths: string;
}

interface SlotRow {
  slot: string;
  seq: number;
  has_queries: number;
}

/** Reads all of it in one operation, as of one moment. Throws as D1 does. */
export async function readSnapshots(
  db: D1Database,
  hosts: string[],
  slots: string[],
): Promise<DatabaseState> {
  const hostList = JSON.stringify(hosts);
  const results = await db.batch([
    db.prepare(HOSTS_QUERY).bind(hostList),
    db.prepare(KINDS_QUERY).bind(hostList, JSON.stringify(PLATFORM_PATHS)),
    db.prepare(SLOTS_QUERY).bind(hostList, JSON.stringify(slots)),
    db.prepare(RECORDS_QUERY).bind(hostList, JSON.stringify([...slots, HOST_SLOT])),
  ]);
  const [hostRows, kindsRows, slotRows, recordRows] = results.map((result) => result.results) as [
    HostRow[],
    KindsRow[],
    SlotRow[],
    (RecordRow & { html: string | null })[],
  ];
  const records = groupBySlot(recordRows);
  const at = hostRows.findIndex((row) => row.workspace_id !== null);
  const connectedRow = hostRows[at];
  const connected = connectedRow === undefined ? null : toConfig(connectedRow, kindsRows[0], records);
  const known = connectedRow === undefined ? hostRows : hostRows.slice(0, at + 1);
  return {
    hosts: new Map(known.map((row) => [row.host, toHostSnapshot(row, connected)])),
    connected,
    slots: new Map(slotRows.map((row) => [row.slot, toSlotSnapshot(row, records)])),
  };
}

function toHostSnapshot(row: HostRow, connected: HostConfig | null): HostSnapshot {
  const config = row.host === connected?.host ? connected : null;
  return { v: SNAPSHOT_VERSION, seq: row.seq, config };
}

function toConfig(
  row: HostRow,
  kinds: KindsRow | undefined,
  records: Map<string, RecordSnapshot[]>,
): HostConfig {
  const blocked = row.blocked === null ? [] : (JSON.parse(row.blocked) as string[]);
  return {
    host: row.host,
    hasHttps: row.ssl_issued_at !== null,
    forceHttps: row.force_https === 1 && row.ssl_issued_at !== null,
    notFoundUrl: toFallback(row.not_found_url, blocked),
    expiredUrl: toFallback(row.expired_url, blocked),
    any: records.get(HOST_SLOT)?.[0] ?? null,
    prefixDepths: JSON.parse(kinds?.prefix_depths ?? "[]") as number[],
    hasQuerySources: kinds?.has_queries === 1,
    hasForwardingAliases: kinds?.has_forwarding === 1,
    ownPaths: JSON.parse(kinds?.own_paths ?? "[]") as string[],
    ...(blocked.length > 0 && { blocked }),
  };
}

/** Where a page does in the place of a record, it does in the place of a blocked URL, too. */
function toFallback(url: string | null, blocked: string[]): string | null {
  const location = url === null ? null : toLocation(url);
  return location === null || findBlockedHost(blocked, location) !== null ? null : location;
}

function toSlotSnapshot(row: SlotRow, records: Map<string, RecordSnapshot[]>): SlotSnapshot {
  return {
    v: SNAPSHOT_VERSION,
    seq: row.seq,
    records: records.get(row.slot) ?? [],
    ...(row.has_queries === 1 && { hasQueries: true }),
  };
}

function groupBySlot(rows: (RecordRow & { html: string | null })[]): Map<string, RecordSnapshot[]> {
  const groups = new Map<string, RecordSnapshot[]>();
  for (const row of rows) {
    const snapshot = toRecordSnapshot({ ...toRecord(row), html: row.html });
    const group = groups.get(row.slot);
    if (group === undefined) groups.set(row.slot, [snapshot]);
    else group.push(snapshot);
  }
  return groups;
}

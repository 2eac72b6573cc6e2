import { findBlockedHost } from "../../domain/blocklist.ts";
import { readAppearance, toLook, type FileVersions } from "../../domain/branding.ts";
import { formatHsts, type Hsts } from "../../domain/hsts.ts";
import { toLocation } from "../../domain/url-parts.ts";
import {
  EXTENDED_VERSION,
  SNAPSHOT_VERSION,
  type HostConfig,
  type HostSnapshot,
  type RecordSnapshot,
  type SlotSnapshot,
  type SnapshotKey,
  type SnapshotVersion,
} from "../../domain/snapshot.ts";
import { HOST_SLOT, PLATFORM_PATHS, type SlotName, type Slot } from "../../domain/slot.ts";
import { isExtended, toRecordSnapshot } from "../../domain/to-snapshot.ts";
import { toRecord, type RecordRow } from "../record/row.ts";
import { hostKey, snapshotKey } from "./key.ts";
import type { Snapshot } from "./memory.ts";

/**
 * The third tier, and the origin of the second: snapshots made from the database. Visits that neither memory
 * nor KV can answer read them by `readSnapshots`, the writers of KV by `readProjections`.
 */

/** The state of some hostnames in the database, and of slots of the first of them that is connected. */
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

// Steps through the distinct depths by index, however many prefixes there are.
const PREFIX_DEPTHS = `
  WITH RECURSIVE depths (depth) AS (
    SELECT min(prefix_depth) FROM records WHERE host = h.host AND prefix_depth IS NOT NULL
    UNION ALL
    SELECT (SELECT min(prefix_depth) FROM records WHERE host = h.host AND prefix_depth > depths.depth)
    FROM depths WHERE depth IS NOT NULL
  )
  SELECT json_group_array(depth) FROM depths WHERE depth IS NOT NULL`;

export const HOSTS_QUERY = `
  SELECT c.value AS host, coalesce(s.seq, 0) AS seq, h.workspace_id, h.force_https, h.ssl_issued_at,
         h.behind_since, iif(w.suspended_at, NULL, coalesce(h.not_found_url, w.not_found_url)) AS not_found_url,
         coalesce(h.expired_url, w.expired_url) AS expired_url, h.hsts, h.misses,
         coalesce(h.expired_url, w.expired_url) AS expired_url, h.hsts, h.preview_off,
         h.branding, h.own_pages, w.branding AS general_branding, w.own_pages AS general_pages,
         iif(w.suspended_at OR coalesce(h.branding, h.own_pages, w.branding, w.own_pages) IS NULL, NULL, (
           SELECT json_group_object(p.name, json_array(p.updated_at, p.type)) FROM pages p
           WHERE p.workspace_id = h.workspace_id AND p.name IN (
             SELECT h.branding ->> 'logo' UNION SELECT w.branding ->> 'logo'
             UNION SELECT value FROM json_each(h.own_pages) UNION SELECT value FROM json_each(w.own_pages)))) AS files,
         (SELECT json_group_array(value) FROM (SELECT value FROM json_each(b.hosts) UNION
          SELECT j.value FROM installation_blocklist i, json_each(i.hosts) j)) AS blocked,
         (${PREFIX_DEPTHS}) AS prefix_depths,
         (SELECT json_group_array(DISTINCT substr(slot, 2)) FROM records
          WHERE host = h.host AND slot >= 't' AND slot < 'u') AS shapes,
         EXISTS (SELECT 1 FROM records WHERE host = h.host AND slot >= 'q' AND slot < 'r') AS has_queries,
         EXISTS (SELECT 1 FROM records
                 WHERE host = h.host AND forward_path = 1 AND runtime = 'link') AS has_forwarding,
         (SELECT json_group_array(p.value) FROM json_each(?2) p
          WHERE EXISTS (SELECT 1 FROM records WHERE host = h.host AND slot = 'p' || p.value)) AS own_paths
  FROM json_each(?1) c
  LEFT JOIN slots s ON s.host = c.value AND s.slot = '${HOST_SLOT}'
  LEFT JOIN hosts h ON h.host = c.value
  LEFT JOIN workspaces w ON w.id = h.workspace_id
  LEFT JOIN blocklists b ON b.workspace_id = h.workspace_id
  ORDER BY c.key`;

/** Slots of the first connected hostname of a list: what one visit asks for. */
const OF_FIRST_CONNECTED = `wanted (host, slot) AS (SELECT ${CONNECTED}, value FROM json_each(?2))`;
/** Slots of any hostnames: what a writer of KV asks for. */
export const OF_EACH_HOST = `wanted (host, slot) AS (SELECT value ->> 0, value ->> 1 FROM json_each(?1))`;

// A query slot sorts between 'q/path?' and 'q/path@', the character after the question mark.
export const slotsQuery = (wanted: string) => `
  WITH ${wanted}
  SELECT c.host, c.slot, coalesce(s.seq, 0) AS seq,
         c.slot LIKE 'p%' AND EXISTS (
           SELECT 1 FROM records WHERE host = c.host
             AND slot >= 'q' || substr(c.slot, 2) || '?' AND slot < 'q' || substr(c.slot, 2) || '@'
         ) AS has_queries
  FROM wanted c LEFT JOIN slots s ON s.host = c.host AND s.slot = c.slot`;

const recordsQuery = (wanted: string) => `
  WITH ${wanted}
  SELECT r.*, p.html AS html
  FROM wanted c
  CROSS JOIN records r INDEXED BY records_by_slot ON r.host = c.host AND r.slot = c.slot
  LEFT JOIN pages p ON p.workspace_id = r.workspace_id AND p.name = coalesce(r.guarded_file, r.file) AND p.type = 'text/html'
  ORDER BY r.id`;

// Stored pages are read by themselves: many of them at once would not fit into memory.
const recordsWithoutPagesQuery = `
  WITH ${OF_EACH_HOST}
  SELECT r.*, NULL AS html
  FROM wanted c CROSS JOIN records r INDEXED BY records_by_slot ON r.host = c.host AND r.slot = c.slot
  ORDER BY r.id`;

export interface HostRow {
  host: string;
  seq: number;
  workspace_id: string | null;
  force_https: number;
  ssl_issued_at: number | null;
  behind_since: number | null;
  not_found_url: string | null;
  expired_url: string | null;
  hsts: string | null;
  misses: "off" | "all" | null;
  preview_off: number;
  branding: string | null;
  own_pages: string | null;
  general_branding: string | null;
  general_pages: string | null;
  /** Null where nothing is set, or the workspace is suspended. */
  files: string | null;
  blocked: string;
  prefix_depths: string;
  shapes: string;
  has_queries: number;
  has_forwarding: number;
  own_paths: string;
}

export interface SlotRow {
  host: string;
  slot: SlotName;
  seq: number;
  has_queries: number;
}

type PageRecordRow = RecordRow & { html: string | null };

/** Returns the slots to read that only the state of the connected hostname tells of: those of its patterns. */
export type ListMoreSlots = (config: HostConfig) => Promise<SlotName[]>;

/**
 * Reads what answers a visit, in one operation, as of one moment; a hostname with patterns takes a second. This is where a compact index of a
 * hostname's sources could answer in the place of the database. Throws as D1 does.
 * @param hosts hostnames that may answer, the best first
 * @param slots slots of the first of them that is connected
 */
export async function readSnapshots(
  db: D1Database,
  hosts: string[],
  slots: SlotName[],
  listMore: ListMoreSlots,
): Promise<DatabaseState> {
  const hostList = JSON.stringify(hosts);
  const results = await db.batch([
    db.prepare(HOSTS_QUERY).bind(hostList, JSON.stringify(PLATFORM_PATHS)),
    db.prepare(slotsQuery(OF_FIRST_CONNECTED)).bind(hostList, JSON.stringify(slots)),
    db.prepare(recordsQuery(OF_FIRST_CONNECTED)).bind(hostList, JSON.stringify([...slots, HOST_SLOT])),
  ]);
  const [hostRows, slotRows, recordRows] = results.map((result) => result.results) as [
    HostRow[],
    SlotRow[],
    PageRecordRow[],
  ];
  const records = groupBySlot(recordRows);
  const at = hostRows.findIndex((row) => row.workspace_id !== null);
  const known = at < 0 ? hostRows : hostRows.slice(0, at + 1);
  const snapshots = known.map((row) => [row.host, toHostSnapshot(row, records)] as const);
  const connected = snapshots[at]?.[1].config ?? null;
  const state = {
    hosts: new Map(snapshots),
    connected,
    slots: new Map(slotRows.map((row) => [row.slot, toSlotSnapshot(row, records)])),
  };
  const more = connected?.shapes === undefined ? [] : await listMore(connected);
  const unread = more
    .filter((slot) => !state.slots.has(slot))
    .map((slot) => ({ host: connected?.host ?? "", slot }));
  if (unread.length === 0) return state;
  for (const [slot, snapshot] of await readSlots(db, unread)) state.slots.set(slot, snapshot);
  return state;
}

async function readSlots(db: D1Database, slots: Slot[]): Promise<[SlotName, SlotSnapshot][]> {
  const wanted = JSON.stringify(slots.map(({ host, slot }) => [host, slot]));
  const [slotRows, recordRows] = (
    await db.batch([
      db.prepare(slotsQuery(OF_EACH_HOST)).bind(wanted),
      db.prepare(recordsQuery(OF_EACH_HOST)).bind(wanted),
    ])
  ).map(({ results }) => results) as [SlotRow[], PageRecordRow[]];
  const records = groupBySlot(recordRows);
  return slotRows.map((row) => [row.slot, toSlotSnapshot(row, records)]);
}

/** The snapshots that KV is to hold under some keys. */
interface Projections {
  /** By key; those of slots in `withPages` are missing. */
  snapshots: Map<SnapshotKey, Snapshot>;
  /** Slots with records that serve a stored page: to be read a few at a time. */
  withPages: Slot[];
}

/**
 * Reads the snapshots of slots as KV is to hold them, in one operation. Throws as D1 does.
 * @param includesPages whether slots whose records serve stored pages are read as well: up to 100 kB each
 */
export async function readProjections(
  db: D1Database,
  slots: Slot[],
  includesPages: boolean,
): Promise<Projections> {
  const hosts = slots.filter(({ slot }) => slot === HOST_SLOT).map(({ host }) => host);
  const wanted = JSON.stringify(slots.map(({ host, slot }) => [host, slot]));
  const results = await db.batch([
    db.prepare(HOSTS_QUERY).bind(JSON.stringify(hosts), JSON.stringify(PLATFORM_PATHS)),
    db.prepare(slotsQuery(OF_EACH_HOST)).bind(wanted),
    db.prepare(includesPages ? recordsQuery(OF_EACH_HOST) : recordsWithoutPagesQuery).bind(wanted),
  ]);
  const [hostRows, slotRows, recordRows] = results.map((result) => result.results) as [
    HostRow[],
    SlotRow[],
    PageRecordRow[],
  ];
  const withPages = includesPages ? [] : slotsOf(recordRows.filter(servesPage));
  const left = new Set(withPages.map(({ host, slot }) => snapshotKey(host, slot)));
  const records = groupBySlot(recordRows.filter(({ host, slot }) => !left.has(snapshotKey(host, slot))));
  const snapshots = new Map<SnapshotKey, Snapshot>();
  for (const row of hostRows) {
    const snapshot = toHostSnapshot(row, records);
    if (snapshot.config !== null) snapshot.complete = row.behind_since === null;
    snapshots.set(hostKey(row.host), snapshot);
  }
  for (const row of slotRows) {
    if (row.slot !== HOST_SLOT) snapshots.set(snapshotKey(row.host, row.slot), toSlotSnapshot(row, records));
  }
  for (const key of left) snapshots.delete(key);
  return { snapshots, withPages };
}

function slotsOf(rows: PageRecordRow[]): Slot[] {
  const byKey = new Map(rows.map(({ host, slot }) => [snapshotKey(host, slot), { host, slot }]));
  return [...byKey.values()];
}

function servesPage({ file, guarded_file }: PageRecordRow): boolean {
  return file !== null || guarded_file !== null;
}

export function toHostSnapshot(row: HostRow, records: Map<string, RecordSnapshot[]>): HostSnapshot {
  const config = row.workspace_id === null ? null : toConfig(row, records);
  return { v: versionOf(config?.any ? [config.any] : []), seq: row.seq, config };
}

/** Returns the lowest version that shows records as they are, so that earlier releases read what they can. */
function versionOf(records: RecordSnapshot[]): SnapshotVersion {
  return records.some(isExtended) ? EXTENDED_VERSION : SNAPSHOT_VERSION;
}

function toConfig(row: HostRow, records: Map<string, RecordSnapshot[]>): HostConfig {
  const look = lookOf(row);
  const blocked = JSON.parse(row.blocked) as string[];
  const shapes = JSON.parse(row.shapes) as string[];
  return {
    host: row.host,
    hasHttps: row.ssl_issued_at !== null,
    forceHttps: row.force_https === 1 && row.ssl_issued_at !== null,
    notFoundUrl: toFallback(row.not_found_url, blocked),
    expiredUrl: toFallback(row.expired_url, blocked),
    any: records.get(hostKey(row.host))?.[0] ?? null,
    prefixDepths: JSON.parse(row.prefix_depths) as number[],
    ...(shapes.length > 0 && { shapes }),
    hasQuerySources: row.has_queries === 1,
    hasForwardingAliases: row.has_forwarding === 1,
    ownPaths: JSON.parse(row.own_paths) as string[],
    ...(blocked.length > 0 && { blocked }),
    ...(row.hsts !== null &&
      row.ssl_issued_at !== null && { hsts: formatHsts(JSON.parse(row.hsts) as Hsts) }),
    ...(row.misses && { misses: row.misses }),
    ...(row.preview_off === 1 && { previewOff: true as const }),
    ...(look !== undefined && { look }),
  };
}

function lookOf(row: HostRow): HostConfig["look"] {
  if (row.files === null) return undefined;
  const general = readAppearance(row.general_branding, row.general_pages);
  const own = readAppearance(row.branding, row.own_pages);
  return toLook(row.workspace_id ?? "", general, own, JSON.parse(row.files) as FileVersions);
}

/** Returns a fallback URL as a Location; null if it is on the blocklist (contract 17.4). */
function toFallback(url: string | null, blocked: string[]): string | null {
  const location = url === null ? null : toLocation(url);
  return location === null || findBlockedHost(blocked, location) !== null ? null : location;
}

export function toSlotSnapshot(row: SlotRow, records: Map<string, RecordSnapshot[]>): SlotSnapshot {
  const shown = records.get(snapshotKey(row.host, row.slot)) ?? [];
  return {
    v: versionOf(shown),
    seq: row.seq,
    records: shown,
    ...(row.has_queries === 1 && { hasQueries: true }),
  };
}

/** Groups the snapshots of records by the key of their slot. */
function groupBySlot(rows: PageRecordRow[]): Map<string, RecordSnapshot[]> {
  const groups = new Map<string, RecordSnapshot[]>();
  for (const row of rows) {
    const key = snapshotKey(row.host, row.slot);
    const snapshot = toRecordSnapshot({ ...toRecord(row), html: row.html });
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [snapshot]);
    else group.push(snapshot);
  }
  return groups;
}

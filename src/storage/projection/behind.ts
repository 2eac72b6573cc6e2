import type { Hostname } from "../../domain/hostname.ts";
import { type Slot, HOST_SLOT } from "../../domain/slot.ts";
import { LEAST_HASHED_CHARACTERS } from "../snapshot/key.ts";

/**
 * Hostnames that are behind. KV may lack some of their snapshots, so the edge asks the database before a
 * broader source answers (contract 19.6).
 */

/** The time after a put during which a location may still cache that the key is missing. */
export const ABSENCE_LIVES_MS = 120_000;

/** Returns the condition that a hostname is below a wildcard, or that the wildcard would answer its `www.` name. */
const isUnder = (narrow: string, wildcard: string) =>
  `substr('.' || ${narrow}, 1 - length(${wildcard})) = substr(${wildcard}, 2)`;

/** The condition that hostnames have waited for long enough. Their notes may still be left. */
export const HAS_BEHIND = `EXISTS (
  SELECT 1 FROM hosts WHERE behind_since IS NOT NULL AND slots_put_at <= ?1 - ${ABSENCE_LIVES_MS})`;

/** Scans the notes once for all hostnames. */
const WAITING = `
  waiting (host, is_host) AS MATERIALIZED (
    SELECT DISTINCT host, slot = '${HOST_SLOT}' FROM pending UNION SELECT host, 1 FROM reprojections)`;

// Only wildcards, which are few, are compared with each waiting hostname.
const IS_READY = `h.behind_since IS NOT NULL AND h.slots_put_at <= ?1 - ${ABSENCE_LIVES_MS}
  AND h.host NOT IN (SELECT host FROM waiting)
  AND 'www.' || h.host NOT IN (SELECT host FROM waiting WHERE is_host)
  AND (h.host NOT GLOB '[*].*' OR NOT EXISTS (
    SELECT 1 FROM waiting w WHERE w.is_host AND ${isUnder("w.host", "h.host")}))`;

/** Selects hostnames that are behind although all their snapshots have been in KV for long enough. */
export async function selectReadyHosts(db: D1Database, nowMs: number, limit: number): Promise<Hostname[]> {
  const { results } = await db
    .prepare(`WITH ${WAITING} SELECT h.host FROM hosts h WHERE ${IS_READY} ORDER BY h.behind_since LIMIT ?2`)
    .bind(nowMs, limit)
    .all<{ host: Hostname }>();
  return results.map(({ host }) => host);
}

/** Marks hostnames as no longer behind, unless a note was added since. Their own snapshots are written afterwards. */
export function completeHosts(db: D1Database, hosts: Hostname[], nowMs: number): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE hosts SET behind_since = NULL WHERE host IN (
         WITH ${WAITING} SELECT h.host FROM json_each(?2) c CROSS JOIN hosts h ON h.host = c.value
         WHERE ${IS_READY})`,
    )
    .bind(nowMs, JSON.stringify(hosts));
}

/** Selects the connected hostnames that answer some names in place of a hostname. */
export async function selectFamily(db: D1Database, host: Hostname): Promise<Hostname[]> {
  const { results } = await db
    .prepare(
      `SELECT h.host FROM hosts h
       WHERE h.host = 'www.' || ?1 OR (?1 GLOB '[*].*' AND h.host <> ?1 AND ${isUnder("h.host", "?1")})`,
    )
    .bind(host)
    .all<{ host: Hostname }>();
  return results.map((row) => row.host);
}

/** Starts a refill of the hostname. Returns false if one started within the interval. */
export async function startRefill(
  db: D1Database,
  host: Hostname,
  nowMs: number,
  intervalMs: number,
): Promise<boolean> {
  const { meta } = await db
    .prepare("UPDATE hosts SET refilled_at = ?2 WHERE host = ?1 AND refilled_at <= ?2 - ?3")
    .bind(host, nowMs, intervalMs)
    .run();
  return meta.changes > 0;
}

interface Backlog {
  behind: number;
  /** The time of the oldest note; null if there is none. Milliseconds since 1970. */
  oldestAtMs: number | null;
}

/** Counts the snapshots of a workspace's hostnames that are still to be written. */
export async function selectBacklog(db: D1Database, workspaceId: string): Promise<Backlog> {
  const row = await db
    .prepare(
      `SELECT count(*) AS behind, min(created_at) AS oldest_at FROM (
         SELECT p.created_at FROM pending p CROSS JOIN hosts h ON h.host = p.host WHERE h.workspace_id = ?1
         UNION ALL
         SELECT r.created_at FROM reprojections r CROSS JOIN hosts h ON h.host = r.host
         CROSS JOIN slots s ON s.host = r.host AND s.slot > r.after WHERE h.workspace_id = ?1)`,
    )
    .bind(workspaceId)
    .first<{ behind: number; oldest_at: number | null }>();
  return { behind: row?.behind ?? 0, oldestAtMs: row?.oldest_at ?? null };
}

export async function selectLongSlots(db: D1Database): Promise<Slot[]> {
  const { results } = await db
    .prepare("SELECT host, slot FROM slots WHERE length(host) + length(slot) >= ?1")
    .bind(LEAST_HASHED_CHARACTERS)
    .all<Slot>();
  return results;
}

export async function selectUnknownSlots(db: D1Database, slots: Slot[]): Promise<Slot[]> {
  const { results } = await db
    .prepare(
      `SELECT c.value ->> 0 AS host, c.value ->> 1 AS slot FROM json_each(?1) c
       WHERE NOT EXISTS (SELECT 1 FROM slots s WHERE s.host = c.value ->> 0 AND s.slot = c.value ->> 1)`,
    )
    .bind(JSON.stringify(slots.map(({ host, slot }) => [host, slot])))
    .all<Slot>();
  return results;
}

/** Selects hostnames whose own snapshots are still to be written. */
export async function selectWaitingHosts(db: D1Database): Promise<Hostname[]> {
  const { results } = await db
    .prepare(`WITH ${WAITING} SELECT host FROM waiting WHERE is_host`)
    .all<{ host: Hostname }>();
  return results.map(({ host }) => host);
}

/** Has hostnames that are behind stay so for a while from now on. */
export function stayBehind(db: D1Database, hosts: Hostname[], nowMs: number): D1PreparedStatement {
  return db
    .prepare(
      "UPDATE hosts SET slots_put_at = ?2 WHERE host IN (SELECT value FROM json_each(?1)) AND behind_since IS NOT NULL",
    )
    .bind(JSON.stringify(hosts), nowMs);
}

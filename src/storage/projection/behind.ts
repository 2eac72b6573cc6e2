import type { Slot } from "../commit.ts";
import { LEAST_HASHED_CHARACTERS } from "../snapshots/key.ts";

/**
 * Hostnames that are behind: snapshots of theirs may be missing in KV, so the edge asks the database
 * before anything broader answers (contract 19.6).
 */

/**
 * How long after its last put a hostname stays behind: until then a location may still hold the
 * absence of a key that was asked for before.
 */
const ABSENCE_LIVES_MS = 120_000;

/** Whether a hostname stands below a wildcard, or is the one whose `www.` the wildcard would answer. */
const isUnder = (narrow: string, wildcard: string) =>
  `substr('.' || ${narrow}, 1 - length(${wildcard})) = substr(${wildcard}, 2)`;

/** One scan of the notes, whatever the number of hostnames. */
const WAITING = `
  waiting (host, is_host) AS MATERIALIZED (
    SELECT DISTINCT host, slot = 'h' FROM pending UNION SELECT host, 1 FROM reprojections)`;

// Only wildcards, which are few, are compared with each hostname that waits.
const IS_READY = `h.behind_since IS NOT NULL AND h.slots_put_at <= ?1 - ${ABSENCE_LIVES_MS}
  AND h.host NOT IN (SELECT host FROM waiting)
  AND 'www.' || h.host NOT IN (SELECT host FROM waiting WHERE is_host)
  AND (h.host NOT GLOB '[*].*' OR NOT EXISTS (
    SELECT 1 FROM waiting w WHERE w.is_host AND ${isUnder("w.host", "h.host")}))`;

/** Lists hostnames that are behind, and all of whose snapshots have been in KV for long enough. */
export async function listReadyHosts(db: D1Database, nowMs: number, limit: number): Promise<string[]> {
  const { results } = await db
    .prepare(`WITH ${WAITING} SELECT h.host FROM hosts h WHERE ${IS_READY} ORDER BY h.behind_since LIMIT ?2`)
    .bind(nowMs, limit)
    .all<{ host: string }>();
  return results.map(({ host }) => host);
}

/** Ends being behind, where nothing was noted in the meantime. Their own snapshot is to be written after it. */
export function completeHosts(db: D1Database, hosts: string[], nowMs: number): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE hosts SET behind_since = NULL WHERE host IN (
         WITH ${WAITING} SELECT h.host FROM json_each(?2) c CROSS JOIN hosts h ON h.host = c.value
         WHERE ${IS_READY})`,
    )
    .bind(nowMs, JSON.stringify(hosts));
}

/** Lists the connected hostnames that answer before a hostname does, for names of their own. */
export async function listFamily(db: D1Database, host: string): Promise<string[]> {
  const { results } = await db
    .prepare(
      `SELECT h.host FROM hosts h
       WHERE h.host = 'www.' || ?1 OR (?1 GLOB '[*].*' AND h.host <> ?1 AND ${isUnder("h.host", "?1")})`,
    )
    .bind(host)
    .all<{ host: string }>();
  return results.map((row) => row.host);
}

/** Whether a refill of the hostname may start now: one in a minute, whoever asks for it. */
export async function claimRefill(
  db: D1Database,
  host: string,
  nowMs: number,
  intervalMs: number,
): Promise<boolean> {
  const { meta } = await db
    .prepare("UPDATE hosts SET refilled_at = ?2 WHERE host = ?1 AND refilled_at <= ?2 - ?3")
    .bind(host, nowMs, intervalMs)
    .run();
  return meta.changes > 0;
}

/** What the edge still lacks of a workspace. */
export interface Backlog {
  /** Snapshots that are still to be written. */
  behind: number;
  /** When the oldest of them was noted; null where there is none. Milliseconds since 1970. */
  oldestAtMs: number | null;
}

/** Counts the snapshots of a workspace's hostnames that are still to be written. */
export async function readBacklog(db: D1Database, workspaceId: string): Promise<Backlog> {
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

/** Lists the slots whose key in KV may be a hash. */
export async function listLongSlots(db: D1Database): Promise<Slot[]> {
  const { results } = await db
    .prepare("SELECT host, slot FROM slots WHERE length(host) + length(slot) >= ?1")
    .bind(LEAST_HASHED_CHARACTERS)
    .all<Slot>();
  return results;
}

/** Lists the slots among some that the database has no number for. */
export async function listUnknownSlots(db: D1Database, slots: Slot[]): Promise<Slot[]> {
  const { results } = await db
    .prepare(
      `SELECT c.value ->> 0 AS host, c.value ->> 1 AS slot FROM json_each(?1) c
       WHERE NOT EXISTS (SELECT 1 FROM slots s WHERE s.host = c.value ->> 0 AND s.slot = c.value ->> 1)`,
    )
    .bind(JSON.stringify(slots.map(({ host, slot }) => [host, slot])))
    .all<Slot>();
  return results;
}

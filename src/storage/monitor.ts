import type { WatchedState } from "../domain/health.ts";
import type { LinkRecord } from "../domain/record.ts";
import { assertThat } from "./commit.ts";
import { inParts } from "./json-parts.ts";
import { toRecord, type RecordRow } from "./record-row.ts";

/** Reads and writes the monitor's columns of `records`; nothing else does (contract 7). */

export const CHECK_INTERVAL_MS = 3_600_000;

/** The condition of the index `records_monitored`, word for word. */
const IS_MONITORED = `(is_notify = 1 OR is_switch_unbroken_destination = 1 OR destination_routing = 'fastest')
  AND paused_by IS NULL AND destinations <> '[]'`;

/** A record whose hour has come. */
export interface DueRecord {
  id: string;
  destinationCount: number;
}

/** Takes records that are due, the longest overdue first; they are not due again for an hour. */
export async function claimDueRecords(db: D1Database, nowMs: number, limit: number): Promise<DueRecord[]> {
  const { results } = await db
    .prepare(
      `UPDATE records SET monitor_due_at = ?2 WHERE row IN (
         SELECT row FROM records INDEXED BY records_monitored
         WHERE monitor_due_at <= ?1 AND ${IS_MONITORED} ORDER BY monitor_due_at LIMIT ?3
       ) RETURNING id, expires_at, json_array_length(destinations) AS count`,
    )
    .bind(nowMs, nowMs + CHECK_INTERVAL_MS, limit)
    .all<{ id: string; expires_at: number | null; count: number }>();
  return results
    .filter(({ expires_at }) => expires_at === null || expires_at > nowMs)
    .map(({ id, count }) => ({ id, destinationCount: count }));
}

/** Makes records due at once that were claimed in vain. */
export async function returnToDue(db: D1Database, ids: string[], nowMs: number): Promise<void> {
  await db
    .prepare("UPDATE records SET monitor_due_at = ?2 WHERE id IN (SELECT value FROM json_each(?1))")
    .bind(JSON.stringify(ids), nowMs)
    .run();
}

/** A record as the monitor sees it. */
export interface WatchedRecord {
  record: LinkRecord;
  /** As it stands in the database: what a write compares itself with. */
  healthText: string;
  /** What its owner was told last. */
  told: WatchedState;
  /** When the run that it is in began. */
  claimedAtMs: number;
  isHttps: boolean;
  hasNotifyUrl: boolean;
}

interface WatchedRow extends RecordRow {
  monitor_state: WatchedState;
  monitor_due_at: number;
  host_ssl_issued_at: number | null;
  has_notify_url: number;
}

/** Those of the records that are still to be watched. */
export async function listWatched(db: D1Database, ids: string[], nowMs: number): Promise<WatchedRecord[]> {
  const { results } = await db
    .prepare(
      `SELECT r.*, h.ssl_issued_at AS host_ssl_issued_at, w.notify_url IS NOT NULL AS has_notify_url
       FROM json_each(?1) i CROSS JOIN records r ON r.id = i.value
       CROSS JOIN hosts h ON h.host = r.host CROSS JOIN workspaces w ON w.id = r.workspace_id
       WHERE ${IS_MONITORED} AND (expires_at IS NULL OR expires_at > ?2)`,
    )
    .bind(JSON.stringify(ids), nowMs)
    .all<WatchedRow>();
  return results.map((row) => ({
    record: toRecord(row),
    healthText: row.health,
    told: row.monitor_state,
    claimedAtMs: row.monitor_due_at - CHECK_INTERVAL_MS,
    isHttps: row.host_ssl_issued_at !== null,
    hasNotifyUrl: row.has_notify_url === 1,
  }));
}

/** What a run makes of a record's health, and of what its owner was told. */
export interface HealthUpdate {
  before: WatchedRecord;
  healthText: string;
  told: WatchedState;
}

/**
 * Writes health where neither owner nor another run has written since it was read.
 * @returns the ids of the records that were written
 */
export async function writeHealth(db: D1Database, updates: HealthUpdate[]): Promise<Set<string>> {
  if (updates.length === 0) return new Set();
  const results = await db.batch<{ id: string }>(healthStatements(db, updates));
  return new Set(results.flatMap((result) => result.results.map(({ id }) => id)));
}

/**
 * The same for one record, inside a commit.
 * @throws AssertionError `stale_version`, from the commit: another write came first
 */
export function commitHealth(db: D1Database, update: HealthUpdate): D1PreparedStatement[] {
  const { record, healthText } = update.before;
  const condition = "SELECT count(*) = 1 FROM records WHERE id = ? AND version = ? AND health = ?";
  return [
    assertThat(db, "stale_version", condition, record.id, record.version, healthText),
    ...healthStatements(db, [update]),
  ];
}

function healthStatements(db: D1Database, updates: HealthUpdate[]): D1PreparedStatement[] {
  const rows = updates.map(({ before, healthText, told }) => [
    before.record.id,
    before.record.version,
    before.healthText,
    healthText,
    told,
  ]);
  const statement = db.prepare(
    `UPDATE records SET health = j.value ->> 3, monitor_state = j.value ->> 4 FROM json_each(?1) j
     WHERE records.id = j.value ->> 0 AND version = j.value ->> 1 AND health = j.value ->> 2
     RETURNING records.id`,
  );
  return inParts(rows).map((part) => statement.bind(JSON.stringify(part)));
}

/** Whether any of the hostnames is connected to this installation. */
export async function isAnyConnected(db: D1Database, hosts: string[]): Promise<boolean> {
  const row = await db
    .prepare("SELECT 1 FROM json_each(?1) c CROSS JOIN hosts h ON h.host = c.value LIMIT 1")
    .bind(JSON.stringify(hosts))
    .first();
  return row !== null;
}

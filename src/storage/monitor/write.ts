import type { Health, WatchedState } from "../../domain/health.ts";
import { assertThat } from "../commit.ts";
import { bindParts } from "../statement.ts";
import { CHECK_INTERVAL_MS, IS_MONITORED, type WatchedRecord } from "./read.ts";

/** Writes of the monitor. Nothing else writes its columns of `records` (contract 7). */

export interface DueRecord {
  id: string;
  destinationCount: number;
}

const DUE = `FROM records INDEXED BY records_watched WHERE monitor_due_at <= ?1 AND ${IS_MONITORED}`;

export const HAS_DUE_RECORDS = `EXISTS (SELECT 1 ${DUE})`;

/** Leases the records that are due, the longest overdue first. They are due again an hour later. */
export async function leaseDueRecords(db: D1Database, nowMs: number, limit: number): Promise<DueRecord[]> {
  const { results } = await db
    .prepare(
      `UPDATE records SET monitor_due_at = ?2 WHERE row IN (
         SELECT row ${DUE} ORDER BY monitor_due_at LIMIT ?3
       ) RETURNING id, expires_at, json_array_length(coalesce(all_destinations, destinations)) AS count`,
    )
    .bind(nowMs, nowMs + CHECK_INTERVAL_MS, limit)
    .all<{ id: string; expires_at: number | null; count: number }>();
  return results
    .filter(({ expires_at }) => expires_at === null || expires_at > nowMs)
    .map(({ id, count }) => ({ id, destinationCount: count }));
}

/** Ends the lease of records that were not checked, so that they are due again at once. */
export async function releaseDueRecords(db: D1Database, ids: string[], nowMs: number): Promise<void> {
  await db
    .prepare("UPDATE records SET monitor_due_at = ?2 WHERE id IN (SELECT value FROM json_each(?1))")
    .bind(JSON.stringify(ids), nowMs)
    .run();
}

/** The health of a record after a run, and the state that its owner was last notified of. */
export interface HealthUpdate {
  before: WatchedRecord;
  health: Health;
  notifiedState: WatchedState;
}

/** Updates what no other write has changed since it was read. Returns the ids of the written records. */
export async function updateHealth(db: D1Database, updates: HealthUpdate[]): Promise<Set<string>> {
  if (updates.length === 0) return new Set();
  const results = await db.batch<{ id: string }>(toStatements(db, updates));
  return new Set(results.flatMap((result) => result.results.map(({ id }) => id)));
}

/** The commit throws an AssertionError `stale_version` if another write was first. */
export function updateHealthInCommit(db: D1Database, update: HealthUpdate): D1PreparedStatement[] {
  const { record, storedHealth } = update.before;
  const condition = "SELECT count(*) = 1 FROM records WHERE id = ? AND version = ? AND health = ?";
  return [
    assertThat(db, "stale_version", condition, record.id, record.version, storedHealth),
    ...toStatements(db, [update]),
  ];
}

function toStatements(db: D1Database, updates: HealthUpdate[]): D1PreparedStatement[] {
  const rows = updates.map(({ before, health, notifiedState }) => [
    before.record.id,
    before.record.version,
    before.storedHealth,
    JSON.stringify(health),
    notifiedState,
  ]);
  const update = `
    UPDATE records SET health = j.value ->> 3, monitor_state = j.value ->> 4 FROM json_each(?1) j
    WHERE records.id = j.value ->> 0 AND version = j.value ->> 1 AND health = j.value ->> 2
    RETURNING records.id`;
  return bindParts(db, update, rows);
}

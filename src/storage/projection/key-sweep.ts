import { IS_FREE, takeLease } from "../lease.ts";
import { bindPlain, type PlainStatement } from "../statement.ts";
import { LEASE_MS } from "./outbox.ts";

/** The sweep over all keys of KV. `key_sweeps` holds its progress (contract 19.8). */

interface KeySweep {
  cursor: string;
  /** The number of keys so far that the database does not know. */
  unknown: number;
  writesTombstones: boolean;
  /** Identifies the sweep: a sweep that is started again gets another time. Milliseconds since 1970. */
  createdAtMs: number;
}

interface KeySweepRow {
  cursor: string;
  unknown: number;
  writes_tombstones: number;
  created_at: number;
}

/** Returns the statement that starts a sweep again. It does not replace a sweep with tombstones by one without. */
export function sweepAllKeys(writesTombstones: boolean, nowMs: number): PlainStatement {
  return {
    sql: `INSERT INTO key_sweeps (one, writes_tombstones, created_at) VALUES (1, ?1, ?2)
       ON CONFLICT (one) DO UPDATE SET writes_tombstones = excluded.writes_tombstones, cursor = '', unknown = 0,
         created_at = max(excluded.created_at, created_at + 1), finished_at = NULL, leased_until = 0
       WHERE finished_at IS NOT NULL OR excluded.writes_tombstones >= writes_tombstones`,
    parameters: [Number(writesTombstones), nowMs],
  };
}

export function startKeySweep(db: D1Database, writesTombstones: boolean, nowMs: number): D1PreparedStatement {
  return bindPlain(db, sweepAllKeys(writesTombstones, nowMs));
}

/** Leases the sweep that runs; null if none runs, or if another consumer has leased it. */
export async function leaseKeySweep(db: D1Database, nowMs: number): Promise<KeySweep | null> {
  const term = { nowMs, untilMs: nowMs + LEASE_MS };
  const isUnderWay = `${IS_FREE} AND finished_at IS NULL`;
  const [row] = await takeLease<KeySweepRow>(db, "key_sweeps", term, isUnderWay);
  if (row === undefined) return null;
  const { cursor, unknown, writes_tombstones, created_at } = row;
  return { cursor, unknown, writesTombstones: writes_tombstones === 1, createdAtMs: created_at };
}

/** Stores the progress of the sweep and ends its lease. Does nothing if the sweep was started again. */
export async function advanceKeySweep(
  db: D1Database,
  { createdAtMs }: KeySweep,
  { cursor, unknown, finishedAtMs }: { cursor: string; unknown: number; finishedAtMs: number | null },
): Promise<void> {
  await db
    .prepare(
      "UPDATE key_sweeps SET cursor = ?1, unknown = ?2, finished_at = ?3, leased_until = 0 WHERE created_at = ?4",
    )
    .bind(cursor, unknown, finishedAtMs, createdAtMs)
    .run();
}

/** Deletes a sweep that must not run. Otherwise its row would look like the row of a sweep that found nothing. */
export async function deleteKeySweep(db: D1Database, { createdAtMs }: KeySweep): Promise<void> {
  await db.prepare("DELETE FROM key_sweeps WHERE created_at = ?1").bind(createdAtMs).run();
}

export function deleteKeySweepBefore(db: D1Database, beforeMs: number): D1PreparedStatement {
  return db.prepare("DELETE FROM key_sweeps WHERE created_at < ?1").bind(beforeMs);
}

export const IS_SWEEPING = "EXISTS (SELECT 1 FROM key_sweeps WHERE finished_at IS NULL)";

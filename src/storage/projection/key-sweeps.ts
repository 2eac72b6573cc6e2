/** The walk over all keys of KV: `key_sweeps` holds how far it has come (section 3). */

export interface KeySweep {
  cursor: string;
  /** Keys so far that the database does not know. */
  unknown: number;
  writesTombstones: boolean;
}

const LEASE_MS = 60_000;

/** Starts a walk over, unless one is under way that does at least as much. */
export function startKeySweep(db: D1Database, writesTombstones: boolean, nowMs: number): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO key_sweeps (one, writes_tombstones, created_at) VALUES (1, ?1, ?2)
       ON CONFLICT (one) DO UPDATE SET writes_tombstones = excluded.writes_tombstones, cursor = '', unknown = 0,
         created_at = excluded.created_at, finished_at = NULL, leased_until = 0
       WHERE finished_at IS NOT NULL OR excluded.writes_tombstones >= writes_tombstones`,
    )
    .bind(Number(writesTombstones), nowMs);
}

/** Leases the walk that is under way; null where there is none, or somebody else has it. */
export async function claimKeySweep(db: D1Database, nowMs: number): Promise<KeySweep | null> {
  const row = await db
    .prepare(
      `UPDATE key_sweeps SET leased_until = ?1 + ${LEASE_MS} WHERE leased_until <= ?1 AND finished_at IS NULL
       RETURNING cursor, unknown, writes_tombstones`,
    )
    .bind(nowMs)
    .first<{ cursor: string; unknown: number; writes_tombstones: number }>();
  if (row === null) return null;
  return { cursor: row.cursor, unknown: row.unknown, writesTombstones: row.writes_tombstones === 1 };
}

/** Stores how far the walk has come, and gives it back. */
export async function advanceKeySweep(
  db: D1Database,
  { cursor, unknown, finishedAtMs }: { cursor: string; unknown: number; finishedAtMs: number | null },
): Promise<void> {
  await db
    .prepare("UPDATE key_sweeps SET cursor = ?1, unknown = ?2, finished_at = ?3, leased_until = 0")
    .bind(cursor, unknown, finishedAtMs)
    .run();
}

/** Whether a walk is under way. */
export async function isSweeping(db: D1Database): Promise<boolean> {
  return (await db.prepare("SELECT 1 FROM key_sweeps WHERE finished_at IS NULL").first()) !== null;
}

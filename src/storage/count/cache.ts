/**
 * The cache of counts over filtered records: the last answer to each request, and the state of a scan of
 * many steps. Requests and tallies are JSON texts of the counting service.
 */

interface CountEntry {
  request: string;
  /** A complete tally, and the time when it was completed. */
  answer: string | null;
  countedAtMs: number | null;
  /** The tally of a scan so far, and where it continues; null if none runs. */
  tally: string | null;
  position: number | null;
  /** The number of steps done. A step is written only if no other consumer has written it. */
  step: number;
}

export async function selectCount(
  db: D1Database,
  workspaceId: string,
  key: string,
): Promise<CountEntry | null> {
  return db
    .prepare(
      `SELECT request, answer, counted_at AS countedAtMs, tally, position, step FROM count_cache
       WHERE workspace_id = ?1 AND key = ?2`,
    )
    .bind(workspaceId, key)
    .first<CountEntry>();
}

/** Writes an answer that needed no steps. */
export async function upsertAnswer(
  db: D1Database,
  workspaceId: string,
  key: string,
  { request, answer }: { request: string; answer: string },
  nowMs: number,
): Promise<void> {
  await db
    .prepare(
      `INSERT INTO count_cache (workspace_id, key, request, answer, counted_at, touched_at)
       VALUES (?1, ?2, ?3, ?4, ?5, ?5)
       ON CONFLICT (workspace_id, key) DO UPDATE SET answer = excluded.answer, counted_at = excluded.counted_at,
         tally = NULL, position = NULL, step = step + 1, touched_at = excluded.touched_at`,
    )
    .bind(workspaceId, key, request, answer, nowMs)
    .run();
}

/** Begins a scan, and keeps the last answer. Returns false if another scan for the request has begun. */
export async function beginScan(
  db: D1Database,
  workspaceId: string,
  key: string,
  { request, tally, position }: { request: string; tally: string; position: number },
  nowMs: number,
): Promise<boolean> {
  const begun = await db
    .prepare(
      `INSERT INTO count_cache (workspace_id, key, request, tally, position, touched_at)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6)
       ON CONFLICT (workspace_id, key) DO UPDATE SET tally = excluded.tally, position = excluded.position,
         step = step + 1, touched_at = excluded.touched_at
       WHERE position IS NULL RETURNING 1`,
    )
    .bind(workspaceId, key, request, tally, position, nowMs)
    .first();
  return begun !== null;
}

/** If `position` is null, the tally is the answer. Returns false if another consumer has taken the steps. */
export async function advanceScan(
  db: D1Database,
  workspaceId: string,
  key: string,
  { tally, position, step }: { tally: string; position: number | null; step: number },
  nowMs: number,
): Promise<boolean> {
  const isDone = position === null;
  const advanced = await db
    .prepare(
      `UPDATE count_cache SET position = ?5, step = step + 1, touched_at = ?6,
         ${isDone ? "tally = NULL, answer = ?4, counted_at = ?6" : "tally = ?4"}
       WHERE workspace_id = ?1 AND key = ?2 AND step = ?3 AND position IS NOT NULL RETURNING 1`,
    )
    .bind(workspaceId, key, step, tally, position, nowMs)
    .first();
  return advanced !== null;
}

const STALLED =
  "FROM count_cache INDEXED BY count_cache_under_way WHERE position IS NOT NULL AND touched_at <";

/** Returns the condition that a scan has taken no step for so long. */
export const hasStalledScans = (afterMs: number): string => `EXISTS (SELECT 1 ${STALLED} ?1 - ${afterMs})`;

/** Selects scans whose last step was before `beforeMs`, because their consumer has crashed. */
export async function selectStalledScans(
  db: D1Database,
  beforeMs: number,
  limit: number,
): Promise<{ workspaceId: string; key: string }[]> {
  const { results } = await db
    .prepare(`SELECT workspace_id AS workspaceId, key ${STALLED} ?1 ORDER BY touched_at LIMIT ?2`)
    .bind(beforeMs, limit)
    .all<{ workspaceId: string; key: string }>();
  return results;
}

export const hasOldAnswers = (keptMs: number): string =>
  `EXISTS (SELECT 1 FROM count_cache WHERE touched_at < ?1 - ${keptMs})`;

/** Deletes answers that were last counted before `beforeMs`. */
export async function deleteOldAnswers(db: D1Database, beforeMs: number): Promise<void> {
  await db.prepare("DELETE FROM count_cache WHERE touched_at < ?1").bind(beforeMs).run();
}

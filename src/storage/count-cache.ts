import { sha256Hex } from "../runtime/encoding.ts";
/**
 * Counts of filtered records: the last answer to each request, and where a count that takes many
 * steps stands. Requests and tallies are JSON of whoever counts.
 */

export interface CountEntry {
  request: string;
  /** A tally that is complete, and when it was. */
  answer: string | null;
  countedAtMs: number | null;
  walk: Walk | null;
}

/** A count under way. */
export interface Walk {
  tally: string;
  position: number;
  /** Steps done so far: whoever takes the next one writes only where nobody else has. */
  step: number;
}

interface Row {
  request: string;
  answer: string | null;
  counted_at: number | null;
  tally: string | null;
  position: number | null;
  step: number;
}

/** The key of a request: its SHA-256. */
export async function countKey(request: string): Promise<string> {
  return sha256Hex(request);
}

export async function readCount(
  db: D1Database,
  workspaceId: string,
  key: string,
): Promise<CountEntry | null> {
  const row = await db
    .prepare(
      `SELECT request, answer, counted_at, tally, position, step FROM count_cache
       WHERE workspace_id = ?1 AND key = ?2`,
    )
    .bind(workspaceId, key)
    .first<Row>();
  if (row === null) return null;
  const { request, answer, counted_at: countedAtMs, tally, position, step } = row;
  return {
    request,
    answer,
    countedAtMs,
    walk: position === null ? null : { tally: tally ?? "", position, step },
  };
}

/** Keeps an answer that was counted at once. */
export async function keepAnswer(
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

/**
 * Begins a count that takes many steps; the answer of before stays.
 * @returns whether it is this one: another may be under way
 */
export async function beginWalk(
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

/**
 * Writes what steps have come to: the answer, where `position` is null.
 * @returns false where others took the same steps before
 */
export async function advanceWalk(
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

/** Counts under way whose next step nobody has taken since `beforeMs`. */
export async function listStalledWalks(
  db: D1Database,
  beforeMs: number,
  limit: number,
): Promise<{ workspaceId: string; key: string }[]> {
  const { results } = await db
    .prepare(
      `SELECT workspace_id AS workspaceId, key FROM count_cache INDEXED BY count_cache_under_way
       WHERE position IS NOT NULL AND touched_at < ?1 ORDER BY touched_at LIMIT ?2`,
    )
    .bind(beforeMs, limit)
    .all<{ workspaceId: string; key: string }>();
  return results;
}

/** Removes answers that nobody has asked for in a while. */
export async function dropOldAnswers(db: D1Database, beforeMs: number): Promise<void> {
  await db.prepare("DELETE FROM count_cache WHERE touched_at < ?1").bind(beforeMs).run();
}

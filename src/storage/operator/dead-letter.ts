/** The reads and writes of dead letters that only an operator makes. */

export interface DeadLetterSummary {
  id: string;
  receivedAtMs: number;
  /** Bytes. */
  size: number;
  /** How many clicks it holds; null if it is no message of clicks. */
  clicks: number | null;
  /** When somebody asked for another attempt; null if nobody has since the last one. */
  retryAtMs: number | null;
  /** Why the last attempt failed; null before the first. */
  error: string | null;
}

/** Selects dead letters, the oldest first. */
export async function selectDeadLetters(db: D1Database, limit: number): Promise<DeadLetterSummary[]> {
  const { results } = await db
    .prepare(
      `SELECT id, received_at AS receivedAtMs, length(body) AS size, retry_at AS retryAtMs, error,
         iif(body ->> 'kind' = 'clicks', json_array_length(body, '$.clicks'), NULL) AS clicks
       FROM dead_letters ORDER BY received_at, id LIMIT ?1`,
    )
    .bind(limit)
    .all<DeadLetterSummary>();
  return results;
}

/** Counts the dead letters. */
export async function countDeadLetters(db: D1Database): Promise<number> {
  const row = await db.prepare("SELECT count(*) AS count FROM dead_letters").first<{ count: number }>();
  return row?.count ?? 0;
}

/** Asks for another attempt of dead letters: of those with these ids, or of all. Returns how many there are. */
export async function retryDeadLetters(db: D1Database, ids: string[] | null, nowMs: number): Promise<number> {
  const { results } = await db
    .prepare(`UPDATE dead_letters SET retry_at = ?2 WHERE ${isMeant(ids)} RETURNING id`)
    .bind(JSON.stringify(ids ?? []), nowMs)
    .all();
  return results.length;
}

/** Deletes dead letters: those with these ids, or all. Returns how many there were. */
export async function deleteDeadLetters(db: D1Database, ids: string[] | null): Promise<number> {
  const { results } = await db
    .prepare(`DELETE FROM dead_letters WHERE ${isMeant(ids)} RETURNING id`)
    .bind(JSON.stringify(ids ?? []))
    .all();
  return results.length;
}

function isMeant(ids: string[] | null): string {
  return ids === null ? "?1 IS NOT NULL" : "id IN (SELECT value FROM json_each(?1))";
}

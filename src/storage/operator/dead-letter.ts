import { IN_BUCKET } from "../dead-letter/bucket.ts";

interface DeadLetterSummary {
  id: string;
  receivedAtMs: number;
  size: number;
  /** True if this is a request for one in the bucket. */
  isInBucket: boolean;
  /** The number of its clicks; null if it is not a message of clicks. */
  clicks: number | null;
  /** The time when an operator requested another attempt; null if none is requested. */
  retryAtMs: number | null;
  /** The reason why the last attempt failed; null before the first attempt. */
  error: string | null;
}

export async function selectDeadLetters(db: D1Database, limit: number): Promise<DeadLetterSummary[]> {
  const { results } = await db
    .prepare(
      `SELECT id, received_at AS receivedAtMs, body = '${IN_BUCKET}' AS isInBucket, length(body) AS size, retry_at AS retryAtMs, error,
         iif(body ->> 'kind' = 'clicks', json_array_length(body, '$.clicks'), NULL) AS clicks
       FROM dead_letters ORDER BY received_at, id LIMIT ?1`,
    )
    .bind(limit)
    .all<Omit<DeadLetterSummary, "isInBucket"> & { isInBucket: number }>();
  return results.map((row) => ({ ...row, isInBucket: row.isInBucket === 1 }));
}

/** Counts the dead letters in the database. */
export async function countDeadLetters(db: D1Database): Promise<number> {
  const row = await db
    .prepare(`SELECT count(*) AS count FROM dead_letters WHERE body <> '${IN_BUCKET}'`)
    .first<{ count: number }>();
  return row?.count ?? 0;
}

/** Requests another attempt of the dead letters in the database with these ids, or of all. Returns their number. */
export async function requestDeadLetterRetry(
  db: D1Database,
  ids: string[] | null,
  nowMs: number,
): Promise<number> {
  const { results } = await db
    .prepare(
      `UPDATE dead_letters SET retry_at = ?2 WHERE body <> '${IN_BUCKET}' AND ${isMeant(ids)} RETURNING id`,
    )
    .bind(JSON.stringify(ids ?? []), nowMs)
    .all();
  return results.length;
}

/** Requests another attempt of dead letters that are in the bucket. */
export async function requestRetryFromBucket(db: D1Database, ids: string[], nowMs: number): Promise<void> {
  await db
    .prepare(
      `INSERT INTO dead_letters (id, body, received_at, retry_at)
       SELECT value, '${IN_BUCKET}', ?2, ?2 FROM json_each(?1) WHERE true
       ON CONFLICT (id) DO UPDATE SET retry_at = excluded.retry_at`,
    )
    .bind(JSON.stringify(ids), nowMs)
    .run();
}

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

/** Dead letters: messages that a queue no longer delivers (contract 25.8). */

export interface DeadLetter {
  id: string;
  body: string;
}

/** Selects dead letters for which an operator requested another attempt, the oldest request first. */
export async function selectLettersToRetry(db: D1Database, limit: number): Promise<DeadLetter[]> {
  const { results } = await db
    .prepare("SELECT id, body FROM dead_letters WHERE retry_at IS NOT NULL ORDER BY retry_at LIMIT ?1")
    .bind(limit)
    .all<DeadLetter>();
  return results;
}

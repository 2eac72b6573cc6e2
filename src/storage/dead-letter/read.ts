/** Dead letters: messages that a queue has given up (contract 25.8). */

export interface DeadLetter {
  id: string;
  /** JSON, as it was sent. */
  body: string;
}

/** Selects dead letters that an operator wants to be tried again, the longest asked for first. */
export async function selectLettersToRetry(db: D1Database, limit: number): Promise<DeadLetter[]> {
  const { results } = await db
    .prepare("SELECT id, body FROM dead_letters WHERE retry_at IS NOT NULL ORDER BY retry_at LIMIT ?1")
    .bind(limit)
    .all<DeadLetter>();
  return results;
}

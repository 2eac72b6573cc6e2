/** Dead letters: messages that a queue no longer delivers (contract 25.8). */

interface DeadLetter {
  id: string;
  /** The sent JSON. */
  body: string;
}

export const HAS_LETTERS_TO_RETRY = "EXISTS (SELECT 1 FROM dead_letters WHERE retry_at IS NOT NULL)";

/** Selects dead letters for which an operator requested another attempt, the oldest request first. */
export async function selectLettersToRetry(db: D1Database, limit: number): Promise<DeadLetter[]> {
  const { results } = await db
    .prepare("SELECT id, body FROM dead_letters WHERE retry_at IS NOT NULL ORDER BY retry_at LIMIT ?1")
    .bind(limit)
    .all<DeadLetter>();
  return results;
}

/** Inserts messages that a queue no longer delivers. A message that is delivered twice is stored once. */
export async function insertDeadLetters(
  db: D1Database,
  letters: { id: string; body: unknown }[],
  nowMs: number,
): Promise<void> {
  const statement = db.prepare(
    "INSERT INTO dead_letters (id, body, received_at) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING",
  );
  await db.batch(letters.map(({ id, body }) => statement.bind(id, JSON.stringify(body ?? null), nowMs)));
}

export function deleteDeadLetter(db: D1Database, id: string): D1PreparedStatement {
  return db.prepare("DELETE FROM dead_letters WHERE id = ?1").bind(id);
}

/** Stores why another attempt failed. The letter stays until an operator requests the next attempt. */
export function noteFailedRetry(db: D1Database, id: string, error: string): D1PreparedStatement {
  return db.prepare("UPDATE dead_letters SET retry_at = NULL, error = ?2 WHERE id = ?1").bind(id, error);
}

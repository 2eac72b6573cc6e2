export interface InstallationHealth {
  /** The time of the oldest note in the outbox; null if there is none. Milliseconds since 1970. */
  pendingSinceMs: number | null;
  deadLetters: number;
  /** The number of keys in KV that the database does not know, as counted after a restore; null if not counted. */
  unknownKeys: number | null;
}

/** The count of dead letters stops here, because any number needs the operator's attention. */
const MOST_COUNTED = 1_000;

export async function selectHealth(db: D1Database): Promise<InstallationHealth | null> {
  return db
    .prepare(
      `SELECT (SELECT created_at FROM pending ORDER BY seq LIMIT 1) AS pendingSinceMs,
         (SELECT count(*) FROM (SELECT 1 FROM dead_letters LIMIT ${MOST_COUNTED})) AS deadLetters,
         (SELECT unknown FROM key_sweeps WHERE finished_at IS NOT NULL AND writes_tombstones = 0) AS unknownKeys`,
    )
    .first<InstallationHealth>();
}

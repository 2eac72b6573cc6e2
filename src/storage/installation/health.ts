/** What D1 tells about the health of an installation. */
export interface InstallationHealth {
  /** When the oldest snapshot that waits was noted; null if none waits. Milliseconds since 1970. */
  pendingSinceMs: number | null;
  deadLetters: number;
  /** How many keys of KV the database does not know, as counted after a restore; null if nobody has counted. */
  unknownKeys: number | null;
}

/** More dead letters than this are not counted: somebody has to look at them in any case. */
const MOST_COUNTED = 1_000;

/** Selects the health of the installation, from a few rows. */
export async function selectHealth(db: D1Database): Promise<InstallationHealth | null> {
  return db
    .prepare(
      `SELECT (SELECT created_at FROM pending ORDER BY seq LIMIT 1) AS pendingSinceMs,
         (SELECT count(*) FROM (SELECT 1 FROM dead_letters LIMIT ${MOST_COUNTED})) AS deadLetters,
         (SELECT unknown FROM key_sweeps WHERE finished_at IS NOT NULL AND writes_tombstones = 0) AS unknownKeys`,
    )
    .first<InstallationHealth>();
}

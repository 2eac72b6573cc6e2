import type { Heartbeat } from "../domain/heartbeat.ts";

/** What D1 knows of the installation's heartbeat. */
export interface InstallationState {
  heartbeat: Heartbeat | null;
  /** The number of the last commit, now. */
  seq: number;
  hasHosts: boolean;
}

/** Reads the last heartbeat as the database has it. `seq` of it is that of now. */
export async function readInstallation(db: D1Database): Promise<InstallationState> {
  const row = await db
    .prepare(
      `SELECT (SELECT value FROM sequence) AS seq, EXISTS (SELECT 1 FROM hosts) AS has_hosts,
              i.database_id, i.heartbeat_at
       FROM (SELECT 1) LEFT JOIN installation i ON i.one = 1`,
    )
    .first<{ seq: number; has_hosts: number; database_id: string | null; heartbeat_at: number | null }>();
  const seq = row?.seq ?? 0;
  const databaseId = row?.database_id ?? null;
  return {
    heartbeat: databaseId === null ? null : { databaseId, atMs: row?.heartbeat_at ?? 0, seq },
    seq,
    hasHosts: row?.has_hosts === 1,
  };
}

/** Writes a heartbeat; the first one names the database. */
export function writeHeartbeat(db: D1Database, { databaseId, atMs }: Heartbeat): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO installation (one, database_id, heartbeat_at) VALUES (1, ?1, ?2)
       ON CONFLICT (one) DO UPDATE SET heartbeat_at = excluded.heartbeat_at`,
    )
    .bind(databaseId, atMs);
}

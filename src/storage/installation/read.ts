import type { Heartbeat } from "../../domain/heartbeat.ts";

interface InstallationState {
  heartbeat: Heartbeat | null;
  /** The time when KV last got its marker. Milliseconds since 1970. */
  markerPutAtMs: number;
  /** True if an operator has declared that this is the installation's database. */
  isAdopted: boolean;
  seq: number;
  hasHosts: boolean;
}

interface InstallationRow {
  seq: number;
  has_hosts: number;
  database_id: string | null;
  heartbeat_at: number | null;
  marker_put_at: number | null;
  is_adopted: number | null;
}

/** Selects the state of the installation. `heartbeat.seq` is the number of the last commit at the time of the read. */
export async function selectInstallation(db: D1Database): Promise<InstallationState> {
  const row = await db
    .prepare(
      `SELECT (SELECT value FROM sequence) AS seq, EXISTS (SELECT 1 FROM hosts) AS has_hosts,
              i.database_id, i.heartbeat_at, i.marker_put_at, i.is_adopted
       FROM (SELECT 1) LEFT JOIN installation i ON i.one = 1`,
    )
    .first<InstallationRow>();
  const seq = row?.seq ?? 0;
  const databaseId = row?.database_id ?? null;
  return {
    heartbeat: databaseId === null ? null : { databaseId, atMs: row?.heartbeat_at ?? 0, seq },
    seq,
    markerPutAtMs: row?.marker_put_at ?? 0,
    isAdopted: row?.is_adopted === 1,
    hasHosts: row?.has_hosts === 1,
  };
}

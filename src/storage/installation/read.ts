import type { Heartbeat } from "../../domain/heartbeat.ts";

/** What D1 knows about the installation's heartbeat. */
interface InstallationState {
  heartbeat: Heartbeat | null;
  /** When KV last got its marker. Milliseconds since 1970. */
  markerPutAtMs: number;
  /** Whether an operator has said that this is the installation's database from now on. */
  isAdopted: boolean;
  /** The number of the last commit. */
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

/** Selects the state of the installation. The `seq` of its heartbeat is the present one. */
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

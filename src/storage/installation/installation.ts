import type { Heartbeat } from "../../domain/heartbeat.ts";
import type { PlainStatement } from "../statement.ts";

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

/** Writes a heartbeat. The first heartbeat names the database. Of two that overlap, the later one stays. */
export function upsertHeartbeat(db: D1Database, { databaseId, atMs }: Heartbeat): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO installation (one, database_id, heartbeat_at) VALUES (1, ?1, ?2)
       ON CONFLICT (one) DO UPDATE SET heartbeat_at = max(heartbeat_at, excluded.heartbeat_at), is_adopted = 0`,
    )
    .bind(databaseId, atMs);
}

export function updateMarkerTime(db: D1Database, nowMs: number): D1PreparedStatement {
  return db.prepare("UPDATE installation SET marker_put_at = ?1").bind(nowMs);
}

/** Returns the statement that makes this the installation's database in place of any other. */
export function adoptDatabase(databaseId: string, nowMs: number): PlainStatement {
  return {
    sql: `INSERT INTO installation (one, database_id, heartbeat_at, is_adopted) VALUES (1, ?1, ?2, 1)
      ON CONFLICT (one) DO UPDATE SET database_id = excluded.database_id, is_adopted = 1`,
    parameters: [databaseId, nowMs],
  };
}

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

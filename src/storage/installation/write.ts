import type { PlainStatement } from "../statement.ts";
import type { Heartbeat } from "../../domain/heartbeat.ts";

/** What D1 knows of the installation's heartbeat. */
interface InstallationState {
  heartbeat: Heartbeat | null;
  /** When KV was last given its marker. Milliseconds since 1970. */
  markerPutAtMs: number;
  /** An operator says that this is the installation's database from now on. */
  isAdopted: boolean;
  /** The number of the last commit, now. */
  seq: number;
  hasHosts: boolean;
}

/** Reads the last heartbeat as the database has it. `seq` of it is that of now. */
export async function readInstallation(db: D1Database): Promise<InstallationState> {
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

interface InstallationRow {
  seq: number;
  has_hosts: number;
  database_id: string | null;
  heartbeat_at: number | null;
  marker_put_at: number | null;
  is_adopted: number | null;
}

/** Writes a heartbeat; the first one names the database. Of two that overlap the later one stands. */
export function writeHeartbeat(db: D1Database, { databaseId, atMs }: Heartbeat): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO installation (one, database_id, heartbeat_at) VALUES (1, ?1, ?2)
       ON CONFLICT (one) DO UPDATE SET heartbeat_at = max(heartbeat_at, excluded.heartbeat_at), is_adopted = 0`,
    )
    .bind(databaseId, atMs);
}

/** Notes that KV is given its marker. */
export function noteMarker(db: D1Database, nowMs: number): D1PreparedStatement {
  return db.prepare("UPDATE installation SET marker_put_at = ?1").bind(nowMs);
}

/** Returns what makes this the installation's database, whatever it knew of another. */
export function adoptDatabase(databaseId: string, nowMs: number): PlainStatement {
  return {
    sql: `INSERT INTO installation (one, database_id, heartbeat_at, is_adopted) VALUES (1, ?1, ?2, 1)
      ON CONFLICT (one) DO UPDATE SET database_id = excluded.database_id, is_adopted = 1`,
    parameters: [databaseId, nowMs],
  };
}

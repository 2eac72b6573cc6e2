import type { Heartbeat } from "../../domain/heartbeat.ts";
import type { PlainStatement } from "../statement.ts";

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

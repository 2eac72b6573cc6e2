import type { Hostname } from "../../domain/hostname.ts";

/** Replaces the blocklist of a workspace. A workspace without a blocklist has no row. */
export function upsertBlocklist(
  db: D1Database,
  workspaceId: string,
  hosts: Hostname[],
  nowMs: number,
): D1PreparedStatement {
  if (hosts.length === 0) {
    return db.prepare("DELETE FROM blocklists WHERE workspace_id = ?1").bind(workspaceId);
  }
  return db
    .prepare(
      `INSERT INTO blocklists (workspace_id, hosts, updated_at) VALUES (?1, ?2, ?3)
       ON CONFLICT (workspace_id) DO UPDATE SET hosts = excluded.hosts, updated_at = excluded.updated_at`,
    )
    .bind(workspaceId, JSON.stringify(hosts), nowMs);
}

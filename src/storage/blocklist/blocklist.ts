import type { Hostname } from "../../domain/hostname.ts";

export async function selectBlocklist(db: D1Database, workspaceId: string): Promise<Hostname[]> {
  const row = await db
    .prepare("SELECT hosts FROM blocklists WHERE workspace_id = ?1")
    .bind(workspaceId)
    .first<{ hosts: string }>();
  return row === null ? [] : (JSON.parse(row.hosts) as Hostname[]);
}

export async function selectInstallationBlocklist(db: D1Database): Promise<Hostname[]> {
  const row = await db.prepare("SELECT hosts FROM installation_blocklist").first<{ hosts: string }>();
  return row === null ? [] : (JSON.parse(row.hosts) as Hostname[]);
}

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

/** Hostnames that no record of a workspace leads to; one row for each workspace that lists any. */

export async function getBlocklist(db: D1Database, workspaceId: string): Promise<string[]> {
  const row = await db
    .prepare("SELECT hosts FROM blocklists WHERE workspace_id = ?1")
    .bind(workspaceId)
    .first<{ hosts: string }>();
  return row === null ? [] : (JSON.parse(row.hosts) as string[]);
}

export function writeBlocklist(
  db: D1Database,
  workspaceId: string,
  hosts: string[],
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

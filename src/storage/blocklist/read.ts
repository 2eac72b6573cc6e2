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

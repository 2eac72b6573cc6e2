import type { Plan } from "../../domain/plan.ts";

/** How many records a workspace has, by the counter that its writes keep. */
export async function countRecords(db: D1Database, workspaceId: string): Promise<number> {
  const row = await db
    .prepare("SELECT record_count FROM workspaces WHERE id = ?1")
    .bind(workspaceId)
    .first<{ record_count: number }>();
  return row?.record_count ?? 0;
}

/** Returns how many hostnames a workspace has, by the counter that its writes keep. */
export async function countHosts(db: D1Database, workspaceId: string): Promise<number> {
  const row = await db
    .prepare("SELECT host_count FROM workspaces WHERE id = ?1")
    .bind(workspaceId)
    .first<{ host_count: number }>();
  return row?.host_count ?? 0;
}

export interface WorkspaceRow {
  id: string;
  name: string;
  plan: Plan;
  personal: number;
  headurl: string;
  logo: string;
  country: string;
  email: string;
  pm_type: string;
  pm_ending: string;
  billing_extra: string;
  notify_url: string | null;
  expired_url: string | null;
  not_found_url: string | null;
  record_count: number;
  host_count: number;
  /** Of the workspace's own CNAME target. */
  label: string;
  created_at: number;
  updated_at: number;
}

export async function getWorkspace(
  db: D1Database,
  id: string,
): Promise<{ row: WorkspaceRow; ownerName: string } | null> {
  const row = await db
    .prepare(
      `SELECT w.*, (SELECT u.name FROM memberships m JOIN users u ON u.id = m.user_id
                    WHERE m.workspace_id = w.id ORDER BY m.role = 'owner' DESC, m.created_at LIMIT 1) AS owner_name
       FROM workspaces w WHERE w.id = ?1`,
    )
    .bind(id)
    .first<WorkspaceRow & { owner_name: string | null }>();
  if (row === null) return null;
  const { owner_name, ...rest } = row;
  return { row: rest, ownerName: owner_name ?? "" };
}

/** Settings of a workspace that can be written one by one. */
export const WORKSPACE_SETTINGS = [
  "name",
  "country",
  "email",
  "billing_extra",
  "notify_url",
  "expired_url",
  "not_found_url",
] as const satisfies (keyof WorkspaceRow)[];
export type WorkspaceSetting = (typeof WORKSPACE_SETTINGS)[number];

export function updateWorkspace(
  db: D1Database,
  id: string,
  setting: WorkspaceSetting,
  value: string | null,
  nowMs: number,
): D1PreparedStatement {
  return db
    .prepare(`UPDATE workspaces SET ${setting} = ?2, updated_at = ?3 WHERE id = ?1`)
    .bind(id, value, nowMs);
}

/** The hostnames that the workspace holds. */
export async function listHostnames(db: D1Database, workspaceId: string): Promise<string[]> {
  const { results } = await db
    .prepare("SELECT host FROM hosts WHERE workspace_id = ?1 AND waiting_since IS NULL")
    .bind(workspaceId)
    .all<{ host: string }>();
  return results.map(({ host }) => host);
}

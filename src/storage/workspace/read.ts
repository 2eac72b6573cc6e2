import { DEFAULT_RETENTION, parseRetention, type Retention } from "../../domain/stats.ts";
import { isWhole, type Reach } from "../../domain/reach.ts";
import { selectMostWithin } from "../count/counters.ts";
import { readAppearance } from "../../domain/branding.ts";
import { settingsWith, type Door } from "../../domain/door.ts";
import type { Plan } from "../../domain/plan.ts";
import { WORKSPACE_SETTINGS, type Workspace, type WorkspaceSetting } from "../../domain/workspace.ts";

interface WorkspaceRow extends Record<WorkspaceSetting, string | null> {
  id: string;
  plan: Plan;
  logo: string;
  record_count: number;
  host_count: number;
  created_at: number;
  updated_at: number;
  owner_name: string | null;
  branding: string | null;
  own_pages: string | null;
}

export async function selectWorkspace(db: D1Database, id: string): Promise<Workspace | null> {
  const row = await db
    .prepare(
      `SELECT w.*, (SELECT u.name FROM memberships m JOIN users u ON u.id = m.user_id
                    WHERE m.workspace_id = w.id ORDER BY m.role = 'owner' DESC, m.created_at LIMIT 1) AS owner_name
       FROM workspaces w WHERE w.id = ?1`,
    )
    .bind(id)
    .first<WorkspaceRow>();
  return row === null ? null : toWorkspace(row);
}

function toWorkspace(row: WorkspaceRow): Workspace {
  return {
    id: row.id,
    plan: row.plan,
    logo: row.logo,
    settings: Object.fromEntries(
      WORKSPACE_SETTINGS.map((name) => [name, row[name]]),
    ) as Workspace["settings"],
    appearance: readAppearance(row.branding, row.own_pages),
    ownerName: row.owner_name ?? "",
    recordCount: row.record_count,
    hostCount: row.host_count,
    createdAtMs: row.created_at,
    updatedAtMs: row.updated_at,
  };
}

/** Selects the facts about a workspace that its calls need, or null. */
export async function selectTenant(
  db: D1Database,
  id: string,
): Promise<{ id: string; name: string; plan: Plan; isSuspended: boolean } | null> {
  const row = await db
    .prepare("SELECT name, plan, suspended_at FROM workspaces WHERE id = ?1")
    .bind(id)
    .first<{ name: string; plan: Plan; suspended_at: number | null }>();
  if (row === null) return null;
  return { id, name: row.name, plan: row.plan, isSuspended: row.suspended_at !== null };
}

/** Returns the time for which a workspace keeps its clicks. */
export async function selectRetention(db: D1Database, workspaceId: string): Promise<Retention> {
  const text = await db
    .prepare("SELECT retention FROM workspaces WHERE id = ?1")
    .bind(workspaceId)
    .first<string | null>("retention");
  const retention = parseRetention(text ?? "");
  return retention.ok ? retention.value : DEFAULT_RETENTION;
}

/** Returns the number of records in a reach, or with tags the most that it may have, from counters that every write updates. */
export async function selectRecordCount(db: D1Database, reach: Reach): Promise<number> {
  if (!isWhole(reach)) return (await selectMostWithin(db, reach)) ?? 0;
  const row = await db
    .prepare("SELECT record_count FROM workspaces WHERE id = ?1")
    .bind(reach.workspaceId)
    .first<{ record_count: number }>();
  return row?.record_count ?? 0;
}

/** Returns the number of hostnames of a workspace, from the counter that every write updates. */
export async function selectHostCount(db: D1Database, workspaceId: string): Promise<number> {
  const row = await db
    .prepare("SELECT host_count FROM workspaces WHERE id = ?1")
    .bind(workspaceId)
    .first<{ host_count: number }>();
  return row?.host_count ?? 0;
}

/** Returns whether a workspace has switched a door on; whether any has, for null. Reads a row for each open door at most. */
export async function selectHasDoor(db: D1Database, door: Door, id: string | null): Promise<boolean> {
  const from = id === null ? "workspaces INDEXED BY workspaces_with_doors" : "workspaces";
  const row = await db
    .prepare(
      `SELECT 1 FROM ${from} WHERE doors IN (SELECT value FROM json_each(?1))
       ${id === null ? "" : "AND id = ?2"} LIMIT 1`,
    )
    .bind(JSON.stringify(settingsWith(door)), ...(id === null ? [] : [id]))
    .first();
  return row !== null;
}

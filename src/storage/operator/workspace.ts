import type { Plan } from "../../domain/plan.ts";
import type { PlainStatement } from "../statement.ts";

/** Reads and writes workspaces for the operator only. Scripts run this code, never the Worker. */

export interface WorkspaceSummary {
  id: string;
  name: string;
  plan: Plan;
  /** Null if the workspace is not suspended. Milliseconds since 1970. */
  suspendedAtMs: number | null;
  recordCount: number;
  hostCount: number;
  owners: number;
  tokens: number;
  createdAtMs: number;
  /** The time when one of its tokens was last used; null if none ever was. */
  usedAtMs: number | null;
}

const SUMMARY = `
  SELECT w.id, w.name, w.plan, w.suspended_at AS suspendedAtMs, w.record_count AS recordCount,
    w.host_count AS hostCount, w.created_at AS createdAtMs,
    (SELECT count(*) FROM memberships m WHERE m.workspace_id = w.id AND m.role = 'owner') AS owners,
    (SELECT count(*) FROM tokens t WHERE t.workspace_id = w.id) AS tokens,
    (SELECT max(last_used_at) FROM tokens t WHERE t.workspace_id = w.id) AS usedAtMs
  FROM workspaces w`;

/** A workspace that has still to arrive in a database, or has left it, is in another one. */
const IS_HERE = `NOT EXISTS (SELECT 1 FROM moves m WHERE m.workspace_id = w.id AND m.state IN ('arriving', 'left'))`;

/** Selects workspaces in the order of their creation. @param after the last known id, or empty */
export async function selectWorkspaceSummaries(
  db: D1Database,
  after: string,
  limit: number,
): Promise<WorkspaceSummary[]> {
  const { results } = await db
    .prepare(`${SUMMARY} WHERE w.id > ?1 AND ${IS_HERE} ORDER BY w.id LIMIT ?2`)
    .bind(after, limit)
    .all<WorkspaceSummary>();
  return results;
}

export async function selectWorkspacesNamed(db: D1Database, nameOrId: string): Promise<WorkspaceSummary[]> {
  const { results } = await db
    .prepare(`${SUMMARY} WHERE (w.id = ?1 OR w.name = ?1) AND ${IS_HERE} ORDER BY w.id`)
    .bind(nameOrId)
    .all<WorkspaceSummary>();
  return results;
}

/** Selects the user who has owned the whole workspace for the longest time, or null (contract 27.3). */
export async function selectFirstOwner(db: D1Database, workspaceId: string): Promise<string | null> {
  const row = await db
    .prepare(
      `SELECT user_id AS id FROM memberships WHERE workspace_id = ?1 AND role = 'owner' AND hosts IS NULL
       ORDER BY created_at, user_id LIMIT 1`,
    )
    .bind(workspaceId)
    .first<{ id: string }>();
  return row?.id ?? null;
}

export function insertOwner(
  workspaceId: string,
  user: { id: string; name: string },
  nowMs: number,
): PlainStatement[] {
  return [
    {
      sql: "INSERT INTO users (id, name, created_at) VALUES (?1, ?2, ?3)",
      parameters: [user.id, user.name, nowMs],
    },
    {
      sql: "INSERT INTO memberships (workspace_id, user_id, role, created_at) VALUES (?1, ?2, 'owner', ?3)",
      parameters: [workspaceId, user.id, nowMs],
    },
  ];
}

/** Returns the statement that inserts an owner's token. @param token `hash` is the SHA-256 of its secret, hexadecimal */
export function insertOwnerToken(
  workspaceId: string,
  userId: string,
  token: { id: string; name: string; hash: string },
  nowMs: number,
): PlainStatement {
  return {
    sql: `INSERT INTO tokens (id, workspace_id, user_id, name, role, hash, created_at)
      VALUES (?1, ?2, ?3, ?4, 'owner', ?5, ?6)`,
    parameters: [token.id, workspaceId, userId, token.name, token.hash, nowMs],
  };
}

/** Returns the statement that moves a workspace to another plan. Rows beyond the plan's limits stay. */
export function updatePlan(workspaceId: string, plan: Plan, nowMs: number): PlainStatement {
  return {
    sql: "UPDATE workspaces SET plan = ?2, updated_at = ?3 WHERE id = ?1",
    parameters: [workspaceId, plan, nowMs],
  };
}

/** Returns the statement that suspends a workspace, or ends its suspension. Its records change later, in steps. */
export function updateSuspension(workspaceId: string, isSuspended: boolean, nowMs: number): PlainStatement {
  return {
    sql: `UPDATE workspaces SET updated_at = ?2,
        suspended_at = ${isSuspended ? "coalesce(suspended_at, ?2)" : "NULL"} WHERE id = ?1`,
    parameters: [workspaceId, nowMs],
  };
}

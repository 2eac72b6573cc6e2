import { PAUSE_CAUSES, type PauseCause, type SystemCause } from "../../domain/pause.ts";

/** Columns of the causes of a pause, and the writes that begin and end those of the platform. */

export interface PauseColumns {
  paused_by_user: number;
  paused_by_claim: number;
  paused_by_suspension: number;
  paused_by_takedown: number;
}

export function readPauses(row: PauseColumns): PauseCause[] {
  return PAUSE_CAUSES.filter((cause) => row[`paused_by_${cause}`] === 1);
}

/** Which records a write concerns: some by their ids, or all of a workspace on one hostname. */
export type PauseScope = { ids: string[] } | { workspaceId: string; host: string };

/**
 * Begins a cause of the platform, or ends it; records where it is so already are left alone. Their
 * slots have to be committed with it. The version grows, so that a write that read the record before
 * is refused as stale and looks again.
 */
export function setPauseCause(
  db: D1Database,
  cause: SystemCause,
  isStanding: boolean,
  scope: PauseScope,
  nowMs: number,
): D1PreparedStatement {
  const [condition, ...parameters] =
    "ids" in scope
      ? ["id IN (SELECT value FROM json_each(?3))", JSON.stringify(scope.ids)]
      : ["workspace_id = ?3 AND host = ?4", scope.workspaceId, scope.host];
  return db
    .prepare(
      `UPDATE records SET ${assignCause(cause, "?1")},
         version = version + 1, updated_at = max(updated_at + 1, ?2)
       WHERE ${condition} AND paused_by_${cause} <> ?1`,
    )
    .bind(Number(isStanding), nowMs, ...parameters);
}

/**
 * SQL that sets the column of a cause, and `paused_by` with it.
 * @param value SQL for 1 where the cause stands from now on, else 0
 */
export function assignCause(cause: SystemCause, value: string): string {
  const others = SYSTEM_COLUMNS.filter((column) => column !== `paused_by_${cause}`);
  return `paused_by_${cause} = ${value},
    paused_by = CASE WHEN ${value} + ${others.join(" + ")} > 0 THEN 'system' WHEN paused_by_user = 1 THEN 'user' END`;
}

const SYSTEM_COLUMNS = ["paused_by_claim", "paused_by_suspension", "paused_by_takedown"] as const;

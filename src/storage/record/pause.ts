import type { Hostname } from "../../domain/hostname.ts";
import type { SystemCause } from "../../domain/pause.ts";

/** Begins and ends the platform's causes of pauses. */

/** The records that a write pauses or resumes: some by their ids, or all of a workspace on one hostname. */
export type PauseScope = { ids: string[] } | { workspaceId: string; host: Hostname };

/**
 * Begins or ends a cause of the platform. Does not write records for which nothing changes. The commit must
 * touch the slots of the records. The version grows, so that a write that has read the record before is
 * refused as stale and reads again.
 */
export function updatePauseCause(
  db: D1Database,
  cause: SystemCause,
  isPaused: boolean,
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
    .bind(Number(isPaused), nowMs, ...parameters);
}

/**
 * Returns SQL that sets the column of a cause, and `paused_by` with it.
 * @param value SQL for 1 if the cause holds from now on, else for 0
 */
export function assignCause(cause: SystemCause, value: string): string {
  const others = SYSTEM_COLUMNS.filter((column) => column !== `paused_by_${cause}`);
  return `paused_by_${cause} = ${value},
    paused_by = CASE WHEN ${value} + ${others.join(" + ")} > 0 THEN 'system' WHEN paused_by_user = 1 THEN 'user' END`;
}

const SYSTEM_COLUMNS = ["paused_by_claim", "paused_by_suspension", "paused_by_takedown"] as const;

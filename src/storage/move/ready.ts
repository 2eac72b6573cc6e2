import { hasOldTables } from "../click/move.ts";
import { HAS_CLICKS } from "../click/fold.ts";
import { isTrue } from "../statement.ts";

/** What a move waits for. */

const IS_WRITING_BACKUP = "EXISTS (SELECT 1 FROM backup_runs WHERE finished_at IS NULL)";

/** Their snapshots are written for minutes, and a workspace cannot wait closed for that. */
const REPROJECTS =
  "EXISTS (SELECT 1 FROM reprojections WHERE host IN (SELECT host FROM hosts WHERE workspace_id = ?1))";

const runs = (table: string, states: string) =>
  `EXISTS (SELECT 1 FROM ${table} WHERE workspace_id = ?1 AND state IN (${states}))`;
export const RUNS_CHANGE = runs("changes", "'planning', 'applying', 'undoing'");
export const RUNS_CHECK = runs("checks", "'running', 'asking'");

/** Whether nothing of a workspace runs that could not go on in another database. */
export function isReady(db: D1Database, workspaceId: string, nowMs: number): Promise<boolean> {
  const busy = [RUNS_CHANGE, RUNS_CHECK, REPROJECTS, IS_WRITING_BACKUP, hasOldTables(nowMs)];
  return isTrue(db, { sql: `NOT (${busy.join(" OR ")})`, parameters: [workspaceId] });
}

/** Whether no job looks through the records of a database. None begins to once a workspace arrives. */
export function isQuiet(db: D1Database, nowMs: number): Promise<boolean> {
  const busy = `EXISTS (SELECT 1 FROM job_leases WHERE leased_until > ?1 AND job <> 'move-workspace') OR ${IS_WRITING_BACKUP}`;
  return isTrue(db, { sql: `NOT (${busy})`, parameters: [nowMs] });
}

/** Whether all clicks and misses of a database are added up. */
export function isCounted(db: D1Database): Promise<boolean> {
  const left = `${HAS_CLICKS} OR EXISTS (SELECT 1 FROM miss_batches)`;
  return isTrue(db, { sql: `NOT (${left})`, parameters: [] });
}

/**
 * Whether no hostname passes to a workspace, or one on which it has a claim to another.
 * @param first the database with the directory
 */
export function hasNoPassing(first: D1Database, workspaceId: string, names: string[]): Promise<boolean> {
  return isTrue(first, {
    sql: `NOT EXISTS (SELECT 1 FROM hosts_elsewhere WHERE passes_to IS NOT NULL
      AND (passes_for = ?1 OR host IN (SELECT value FROM json_each(?2))))`,
    parameters: [workspaceId, JSON.stringify(names)],
  });
}

import type { ChangeState } from "../../domain/change/change.ts";
import { toChange, type Change, type ChangeRow } from "./row.ts";

/** Reads changes. */

/** Selects a change of a workspace, or null. */
export async function selectChange(db: D1Database, workspaceId: string, id: string): Promise<Change | null> {
  const row = await db
    .prepare("SELECT * FROM changes WHERE id = ?1 AND workspace_id = ?2")
    .bind(id.toLowerCase(), workspaceId)
    .first<ChangeRow>();
  return row === null ? null : toChange(row);
}

interface ChangeList {
  /** Null for all. A plan whose time is up is expired, even if nobody has ended it yet. */
  states: readonly ChangeState[] | null;
  /** The id of a change: the part begins behind it. */
  after: string | null;
  isBackward: boolean;
  limit: number;
}

/** Selects changes of a workspace, the newest first, or the oldest first if backward. */
export async function selectChanges(
  db: D1Database,
  workspaceId: string,
  { states, after, isBackward, limit }: ChangeList,
  nowMs: number,
): Promise<Change[]> {
  const [operator, direction] = isBackward ? [">", "ASC"] : ["<", "DESC"];
  const { results } = await db
    .prepare(
      `SELECT * FROM changes WHERE workspace_id = ?1 AND (?2 IS NULL OR id ${operator} ?2)
         AND (?4 IS NULL OR iif(state IN ('collecting', 'planning', 'planned') AND ends_at <= ?5, 'expired', state)
           IN (SELECT value FROM json_each(?4)))
       ORDER BY id ${direction} LIMIT ?3`,
    )
    .bind(workspaceId, after, limit, states && JSON.stringify(states), nowMs)
    .all<ChangeRow>();
  return results.map(toChange);
}

/** A change whose values are kept, and how much room they take. */
export interface KeptChange {
  id: string;
  bytes: number;
}

/** Selects the changes of a workspace that can be undone, the oldest first, with the bytes of all its changes. */
export async function selectKept(
  db: D1Database,
  workspaceId: string,
): Promise<{ bytes: number; undoable: KeptChange[] }> {
  const { results } = await db
    .prepare("SELECT id, bytes, state FROM changes WHERE workspace_id = ?1 AND bytes > 0 ORDER BY id")
    .bind(workspaceId)
    .all<KeptChange & Pick<ChangeRow, "state">>();
  return {
    bytes: results.reduce((sum, { bytes }) => sum + bytes, 0),
    undoable: results.filter(({ state }) => state === "applied" || state === "stopped" || state === "undone"),
  };
}

/** Selects changes on which nobody works at the moment, though there is work to do, and plans that wait to apply themselves. */
export async function selectStalled(
  db: D1Database,
  nowMs: number,
  limit: number,
): Promise<{ id: string; workspaceId: string }[]> {
  const { results } = await db
    .prepare(
      `SELECT id, workspace_id AS workspaceId FROM changes
       WHERE state IN ('planning', 'applying', 'undoing') AND leased_until <= ?1
       UNION ALL
       SELECT * FROM (SELECT id, workspace_id FROM changes INDEXED BY changes_to_apply
         WHERE state = 'planned' AND request ->> 'isAtOnce' = 1 LIMIT ?2)
       LIMIT ?2`,
    )
    .bind(nowMs, limit)
    .all<{ id: string; workspaceId: string }>();
  return results;
}

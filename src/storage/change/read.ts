import type { ChangeState } from "../../domain/change/change.ts";
import type { Reach } from "../../domain/reach.ts";
import { hostsParameter } from "../reach.ts";
import { IS_FREE } from "../lease.ts";
import { rowWithin, selectWithin, type ListPart } from "../within.ts";
import { toChange, type Change, type ChangeRow } from "./row.ts";

export async function selectChange(db: D1Database, reach: Reach, id: string): Promise<Change | null> {
  const row = await db
    .prepare(
      `SELECT * FROM changes WHERE id = ?1 AND workspace_id = ?2 AND ${rowWithin("changes", "?3", "?2")}`,
    )
    .bind(id, reach.workspaceId, hostsParameter(reach))
    .first<ChangeRow>();
  return row === null ? null : toChange(row);
}

/** A plan whose time is up is expired, even if nobody has ended it yet. */
const HAS_STATE = `(?5 IS NULL OR
  iif(state IN ('collecting', 'planning', 'planned') AND ends_at <= ?6, 'expired', state)
    IN (SELECT value FROM json_each(?5)))`;

/**
 * Selects changes within a reach, the newest first, or the oldest first if backward.
 * @param states null for all
 */
export async function selectChanges(
  db: D1Database,
  reach: Reach,
  states: readonly ChangeState[] | null,
  part: ListPart,
  nowMs: number,
): Promise<{ items: Change[]; end: string | null }> {
  const parameters = [states && JSON.stringify(states), nowMs];
  const { items, end } = await selectWithin<ChangeRow>(db, "changes", reach, part, HAS_STATE, parameters);
  return { items: items.map(toChange), end: end && end.id };
}

export interface KeptChange {
  id: string;
  bytes: number;
}

/** Selects the changes within a reach that can be undone, the oldest first, with the bytes of all of the workspace. */
export async function selectKept(
  db: D1Database,
  reach: Reach,
): Promise<{ bytes: number; undoable: KeptChange[] }> {
  const { results } = await db
    .prepare(
      `SELECT id, bytes, iif(${rowWithin("changes", "?2", "?1")}, state, '') AS state
       FROM changes WHERE workspace_id = ?1 AND bytes > 0 ORDER BY id`,
    )
    .bind(reach.workspaceId, hostsParameter(reach))
    .all<KeptChange & Pick<ChangeRow, "state">>();
  return {
    bytes: results.reduce((sum, { bytes }) => sum + bytes, 0),
    undoable: results.filter(({ state }) => state === "applied" || state === "stopped" || state === "undone"),
  };
}

/** Selects changes with work to do on which no consumer works, and plans that are to be applied automatically. */
export async function selectStalled(
  db: D1Database,
  nowMs: number,
  limit: number,
): Promise<{ id: string; workspaceId: string }[]> {
  const { results } = await db
    .prepare(
      `SELECT id, workspace_id AS workspaceId FROM changes
       WHERE state IN ('planning', 'applying', 'undoing') AND ${IS_FREE}
       UNION ALL
       SELECT * FROM (SELECT id, workspace_id FROM changes INDEXED BY changes_to_apply
         WHERE state = 'planned' AND request ->> 'isAtOnce' = 1 LIMIT ?2)
       LIMIT ?2`,
    )
    .bind(nowMs, limit)
    .all<{ id: string; workspaceId: string }>();
  return results;
}

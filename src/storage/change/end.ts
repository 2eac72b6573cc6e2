import type { ChangeState } from "../../domain/change/change.ts";
import { assertThat, toAssertionError } from "../commit.ts";
import { forgetAside } from "../record/aside.ts";
import { keyOf, type ChangeStore } from "./chunk.ts";

const CHUNKS_AT_ONCE = 100;
const RECORDS_AT_ONCE = 500;

const HAS_ENDED = "ends_at <= ?1 AND state NOT IN ('applying', 'undoing')";

const ENDED = `FROM changes INDEXED BY changes_ending WHERE ends_at IS NOT NULL AND ${HAS_ENDED}`;

export const HAS_ENDED_CHANGES = `EXISTS (SELECT 1 ${ENDED}) OR EXISTS (SELECT 1 FROM orphaned_values)`;

export async function selectEnded(
  db: D1Database,
  nowMs: number,
  limit: number,
): Promise<{ id: string; state: ChangeState }[]> {
  const { results } = await db
    .prepare(`SELECT id, state ${ENDED} LIMIT ?2`)
    .bind(nowMs, limit)
    .all<{ id: string; state: ChangeState }>();
  return results;
}

/**
 * Deletes some values of a change, unless a call has begun or prolonged its undo. Ends the change with its last value.
 * @returns whether the change has ended
 */
export async function dropValues({ DB, CHANGES }: ChangeStore, id: string, nowMs: number): Promise<boolean> {
  const dropped = await DB.batch<{ n: number }>([
    assertThat(
      DB,
      "stale_version",
      `EXISTS (SELECT 1 FROM changes WHERE id = ?2 AND ${HAS_ENDED})`,
      nowMs,
      id,
    ),
    DB.prepare(
      `UPDATE changes SET state = iif(state IN ('collecting', 'planning', 'planned'), 'expired', state), bytes = 0,
         updated_at = ?2 WHERE id = ?1`,
    ).bind(id, nowMs),
    DB.prepare(
      `DELETE FROM change_inputs WHERE rowid IN (
         SELECT rowid FROM change_inputs WHERE change_id = ?1 LIMIT ${CHUNKS_AT_ONCE})`,
    ).bind(id),
    forgetAside(DB, id, RECORDS_AT_ONCE),
    DB.prepare(
      `DELETE FROM change_chunks WHERE rowid IN (
         SELECT rowid FROM change_chunks WHERE change_id = ?1 LIMIT ${CHUNKS_AT_ONCE}) RETURNING n`,
    ).bind(id),
    DB.prepare(
      `UPDATE changes SET ends_at = NULL WHERE id = ?1
         AND NOT EXISTS (SELECT 1 FROM change_inputs WHERE change_id = ?1)
         AND NOT EXISTS (SELECT 1 FROM records_aside WHERE change_id = ?1)
         AND NOT EXISTS (SELECT 1 FROM change_chunks WHERE change_id = ?1)`,
    ).bind(id),
  ]).catch((error: unknown) => {
    if (toAssertionError(error) === null) throw error;
    return [];
  });
  const [chunks, ended] = dropped.slice(-2);
  const keys = (chunks?.results ?? []).map(({ n }) => keyOf(id, n));
  if (keys.length > 0) await CHANGES?.delete(keys);
  return (ended?.meta.changes ?? 0) > 0;
}

// Values of changes that stay in a bucket after their workspace and its rows were deleted.

const CHANGES_AT_ONCE = 5;
/** The most objects that R2 deletes in one call. */
const OBJECTS_AT_ONCE = 1_000;

/** Notes the changes of a workspace whose values may be in a bucket. Must run before the changes are deleted. */
export function noteOrphanedValues(db: D1Database, workspaceId: string): D1PreparedStatement {
  return db
    .prepare(
      `INSERT OR IGNORE INTO orphaned_values (change_id, chunks)
       SELECT id, chunks FROM changes WHERE workspace_id = ?1 AND chunks > 0`,
    )
    .bind(workspaceId);
}

/** Deletes values of some noted changes from the bucket, if one is bound, and then the notes. */
export async function deleteOrphanedValues({ DB, CHANGES }: ChangeStore): Promise<void> {
  const { results } = await DB.prepare("SELECT change_id, chunks FROM orphaned_values LIMIT ?1")
    .bind(CHANGES_AT_ONCE)
    .all<{ change_id: string; chunks: number }>();
  for (const { change_id: id, chunks } of results) {
    for (let from = 0; from < chunks; from += OBJECTS_AT_ONCE) {
      const length = Math.min(OBJECTS_AT_ONCE, chunks - from);
      await CHANGES?.delete(Array.from({ length }, (_, index) => keyOf(id, from + index)));
    }
    await DB.prepare("DELETE FROM orphaned_values WHERE change_id = ?1").bind(id).run();
  }
}

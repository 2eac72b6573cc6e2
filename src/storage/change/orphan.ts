import { keyOf, type ChangeStore } from "./chunk.ts";

/** Values of changes that stay in a bucket after their workspace and its rows were deleted. */

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

import type { ChangeState } from "../../domain/change/change.ts";
import { forgetAside } from "../record/aside.ts";
import type { ChangeStore } from "./chunk.ts";

/** Ends changes, and deletes their values in bounded steps. */

const CHUNKS_AT_ONCE = 100;
const RECORDS_AT_ONCE = 500;

/** Selects changes whose plan or undo has expired. */
export async function selectEnded(
  db: D1Database,
  nowMs: number,
  limit: number,
): Promise<{ id: string; state: ChangeState }[]> {
  const { results } = await db
    .prepare(
      `SELECT id, state FROM changes INDEXED BY changes_ending
       WHERE ends_at IS NOT NULL AND ends_at <= ?1 AND state NOT IN ('applying', 'undoing') LIMIT ?2`,
    )
    .bind(nowMs, limit)
    .all<{ id: string; state: ChangeState }>();
  return results;
}

/**
 * Deletes some values of a change. Ends the change with its last value.
 * @returns true if nothing is left
 */
export async function dropValues({ DB, CHANGES }: ChangeStore, id: string, nowMs: number): Promise<boolean> {
  const [, , chunks, aside] = await DB.batch<{ n: number }>([
    DB.prepare(
      `UPDATE changes SET state = iif(state IN ('collecting', 'planning', 'planned'), 'expired', state), bytes = 0,
         updated_at = ?2 WHERE id = ?1`,
    ).bind(id, nowMs),
    DB.prepare(
      `DELETE FROM change_inputs WHERE rowid IN (
         SELECT rowid FROM change_inputs WHERE change_id = ?1 LIMIT ${CHUNKS_AT_ONCE})`,
    ).bind(id),
    DB.prepare(
      `DELETE FROM change_chunks WHERE rowid IN (
         SELECT rowid FROM change_chunks WHERE change_id = ?1 LIMIT ${CHUNKS_AT_ONCE}) RETURNING n`,
    ).bind(id),
    forgetAside(DB, id, RECORDS_AT_ONCE),
  ]);
  const numbers = (chunks?.results ?? []).map(({ n }) => n);
  if (CHANGES !== undefined && numbers.length > 0) {
    await CHANGES.delete(numbers.map((n) => `changes/${id}/${n}`));
  }
  if (numbers.length > 0 || (aside?.meta.changes ?? 0) > 0) return false;
  await DB.prepare("UPDATE changes SET ends_at = NULL WHERE id = ?1").bind(id).run();
  return true;
}

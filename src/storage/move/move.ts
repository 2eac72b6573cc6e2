import type { MoveNews } from "../../domain/installation.ts";
import { DAY_MS, MINUTE_MS } from "../../domain/time.ts";
import { assertThat, runBatch } from "../commit.ts";
import { isTrue } from "../statement.ts";

/** The rows that say which workspace moves, in the database that it leaves and in the one to which it moves. */

/** In an order: each follows from the one before, but for the last three. */
export type MoveState =
  | "begun"
  | "copying"
  | "folding"
  | "closed"
  | "left"
  | "clearing"
  | "cancelling"
  | "cancelled"
  | "arriving";

export interface Move {
  workspaceId: string;
  /** Both databases know the move by it. */
  id: string;
  state: MoveState;
  /** The binding of the other database; 'DB' for the first. */
  other: string;
  progress: MoveProgress;
  begunAtMs: number;
  /** When the workspace left; null before. */
  leftAtMs: number | null;
}

/** The table that is copied or deleted, by its place, and the key of its last row that is done; null before the first. */
export interface MoveProgress {
  table: number;
  after: unknown[] | null;
  /** The batches of rows that the other database has got. It counts them as well. */
  batches: number;
}

export const START: MoveProgress = { table: 0, after: null, batches: 0 };

/** The age at which no message of clicks from before a move comes any more, and to which D1 restores no database. */
const REMEMBERED_MS = 31 * DAY_MS;
/** The age at which somebody has to look whether a workspace still arrives. */
const UNSEEN_MS = 15 * MINUTE_MS;
export const LEAVES = "state NOT IN ('arriving', 'arrived', 'cancelled')";
const IS_UNSEEN = `state = 'arriving' AND seen_at < ?1 - ${UNSEEN_MS}`;
const IS_OLD = `state IN ('arrived', 'cancelled') AND coalesce(arrived_at, created_at) < ?1 - ${REMEMBERED_MS}`;

/** Whether the job has something to do. */
export const HAS_MOVES = `EXISTS (SELECT 1 FROM moves WHERE ${LEAVES} OR ${IS_UNSEEN} OR ${IS_OLD})`;

/** The failures after which a workspace stays where it is. */
const MOST_FAILURES = 10;
const IS_AWAY = "state IN ('arriving', 'left')";

/** Selects the workspaces of which a database has rows, though they are not there. */
export async function selectAway(db: D1Database): Promise<string[]> {
  const { results } = await db
    .prepare(`SELECT workspace_id AS id FROM moves WHERE ${IS_AWAY}`)
    .all<{ id: string }>();
  return results.map(({ id }) => id);
}

/** Whether a workspace passes its hostnames to another database at this moment. */
export async function isPassing(db: D1Database, workspaceId: string): Promise<boolean> {
  const row = await db
    .prepare("SELECT 1 FROM moves WHERE workspace_id = ?1 AND state IN ('closed', 'left')")
    .bind(workspaceId)
    .first();
  return row !== null;
}

/** Selects what an operator has to know: the move that goes on, or one that was given up within a day. */
export async function selectMoveNews(db: D1Database, nowMs: number): Promise<MoveNews | null> {
  const secondsSince = (column: string) => `CAST((?1 - ${column}) / 1000 AS INTEGER)`;
  return db
    .prepare(
      `SELECT workspace_id, other AS "to", state, failures, error, ${secondsSince("created_at")} AS seconds,
         ${secondsSince("seen_at")} AS silent_seconds
       FROM moves WHERE ${LEAVES} OR (state = 'cancelled' AND failures >= ${MOST_FAILURES} AND seen_at > ?1 - ${DAY_MS})
       ORDER BY created_at DESC LIMIT 1`,
    )
    .bind(nowMs)
    .first();
}

/** Makes a run the only one that works on the workspace that leaves a database. Returns its move; null if none does. */
export function takeMove(db: D1Database, run: string, nowMs: number): Promise<Move | null> {
  return take(db, LEAVES, run, nowMs);
}

/** Like `takeMove`, for a workspace that arrives while nothing is heard of it. */
export function takeUnseen(db: D1Database, run: string, nowMs: number): Promise<Move | null> {
  return take(db, IS_UNSEEN, run, nowMs);
}

async function take(db: D1Database, which: string, run: string, nowMs: number): Promise<Move | null> {
  const row = await db
    .prepare(
      `UPDATE moves SET run = ?2, seen_at = iif(state = 'arriving', seen_at, ?1)
       WHERE workspace_id = (SELECT workspace_id FROM moves WHERE ${which} ORDER BY created_at LIMIT 1)
       RETURNING workspace_id AS workspaceId, id, state, other, progress, created_at AS begunAtMs, arrived_at AS leftAtMs`,
    )
    .bind(nowMs, run)
    .first<Omit<Move, "progress"> & { progress: string }>();
  return row && { ...row, progress: { ...START, ...(JSON.parse(row.progress) as Partial<MoveProgress>) } };
}

/** Whether a database knows a move of that id which has not ended. */
export async function hasMove(db: D1Database, id: string): Promise<boolean> {
  return (await db.prepare(`SELECT 1 FROM moves WHERE id = ?1 AND ${LEAVES}`).bind(id).first()) !== null;
}

/** Whether a database has a workspace. */
export function hasWorkspace(db: D1Database, id: string): Promise<boolean> {
  return isTrue(db, { sql: "EXISTS (SELECT 1 FROM workspaces WHERE id = ?1)", parameters: [id] });
}

/**
 * Makes a run the only one that works on a workspace that arrives.
 * @param from the database that it leaves, as in `moves`
 * @returns whether it has arrived, and how many batches of its rows have
 * @throws Error if the database has a workspace with that id
 */
export async function takeArrival(
  db: D1Database,
  { workspaceId, id }: Move,
  from: string,
  run: string,
  nowMs: number,
): Promise<{ hasArrived: number; batches: number }> {
  const row = await db
    .prepare(
      `INSERT INTO moves (workspace_id, id, state, other, run, created_at, seen_at)
       SELECT ?1, ?2, 'arriving', ?3, ?4, ?5, ?5
       WHERE EXISTS (SELECT 1 FROM moves WHERE id = ?2) OR NOT EXISTS (SELECT 1 FROM workspaces WHERE id = ?1)
       ON CONFLICT (workspace_id) DO UPDATE SET run = excluded.run, seen_at = excluded.seen_at, other = excluded.other,
         state = iif(id = excluded.id, state, 'arriving'), progress = iif(id = excluded.id, progress, '{}'), id = excluded.id
       RETURNING state = 'arrived' AS hasArrived, coalesce(progress ->> 'batches', 0) AS batches`,
    )
    .bind(workspaceId, id, from, run, nowMs)
    .first<{ hasArrived: number; batches: number }>();
  if (row === null) throw new Error(`the other database has a workspace ${workspaceId}`);
  return row;
}

/** Counts the batches of rows in the database that gets them. */
export function noteBatches(db: D1Database, run: string, batches: number): D1PreparedStatement {
  return db
    .prepare("UPDATE moves SET progress = json_object('batches', ?2) WHERE run = ?1")
    .bind(run, batches);
}

/** Asserts that no other run has taken a move. */
export function assertRun(db: D1Database, run: string): D1PreparedStatement {
  return assertThat(db, "stale_version", "EXISTS (SELECT 1 FROM moves WHERE run = ?)", run);
}

/**
 * Stores how far a run has come.
 * @param statements go with it
 * @throws AssertionError `stale_version` if another run has taken the move
 */
export async function setMove(
  db: D1Database,
  run: string,
  { state, progress }: { state?: MoveState; progress?: MoveProgress },
  statements: D1PreparedStatement[] = [],
): Promise<void> {
  await runBatch(db, [
    assertRun(db, run),
    ...statements,
    db
      .prepare(
        "UPDATE moves SET state = coalesce(?2, state), progress = coalesce(?3, progress) WHERE run = ?1",
      )
      .bind(run, state ?? null, progress === undefined ? null : JSON.stringify(progress)),
  ]);
}

/**
 * Notes why a run has failed.
 * @param isMixed whether what was copied does not fit together: it is deleted, and copied again
 */
export async function noteFailure(
  db: D1Database,
  run: string,
  error: string,
  isMixed = false,
): Promise<void> {
  await db
    .prepare(
      `UPDATE moves SET error = ?2, failures = failures + 1,
         progress = iif(state <> 'left' AND (?3 OR failures + 1 >= ${MOST_FAILURES}), '{}', progress),
         state = CASE WHEN state IN ('left', 'cancelling') THEN state WHEN failures + 1 >= ${MOST_FAILURES} THEN 'cancelling'
           WHEN ?3 THEN 'clearing' ELSE state END WHERE run = ?1`,
    )
    .bind(run, error, Number(isMixed))
    .run();
}

/** Has a workspace be in the database to which it moves. */
export function endArrival(db: D1Database, workspaceId: string, nowMs: number): D1PreparedStatement {
  return db
    .prepare("UPDATE moves SET state = 'arrived', arrived_at = ?2 WHERE workspace_id = ?1")
    .bind(workspaceId, nowMs);
}

/** Notes when a workspace has left. */
export function noteLeaving(db: D1Database, workspaceId: string, nowMs: number): D1PreparedStatement {
  return db.prepare("UPDATE moves SET arrived_at = ?2 WHERE workspace_id = ?1").bind(workspaceId, nowMs);
}

export async function deleteMove(db: D1Database, run: string): Promise<void> {
  await db.prepare("DELETE FROM moves WHERE run = ?1").bind(run).run();
}

/** Forgets moves that ended long ago. */
export async function deleteOldMoves(db: D1Database, nowMs: number): Promise<void> {
  await db.prepare(`DELETE FROM moves WHERE ${IS_OLD}`).bind(nowMs).run();
}

/**
 * Deletes what is left of a workspace whose rows are deleted: its number of missed paths, and users who were in it and are in no
 * other of the database.
 */
export async function deleteRest(db: D1Database, workspaceId: string): Promise<void> {
  const run = (sql: string) => db.prepare(sql).bind(workspaceId);
  await db.batch([
    run("DELETE FROM miss_totals WHERE scope_id = ?1"),
    run(
      `DELETE FROM users WHERE left_workspace = ?1
       AND NOT EXISTS (SELECT 1 FROM memberships m WHERE m.user_id = users.id)
       AND NOT EXISTS (SELECT 1 FROM hosts h WHERE h.created_by = users.id)`,
    ),
  ]);
}

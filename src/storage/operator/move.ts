import { LEAVES, type Move, type MoveState } from "../move/move.ts";
import { RUNS_CHANGE, RUNS_CHECK } from "../move/ready.ts";
import type { Shape } from "../move/shape.ts";
import { toLine } from "../backup/read.ts";
import { hasOldTables } from "../click/move.ts";
import { bindPlain, isTrue, type PlainStatement } from "../statement.ts";

/** The statements by which an operator begins, follows and cancels the move of a workspace. The job `move-workspace` does it. */

/**
 * Begins a move, unless another workspace leaves the database.
 * @param id new and random
 * @param to the binding of the other database; 'DB' for the first
 */
export function beginMove(workspaceId: string, id: string, to: string, nowMs: number): PlainStatement {
  return {
    sql: `INSERT INTO moves (workspace_id, id, state, other, created_at, seen_at)
      SELECT ?1, ?2, 'begun', ?3, ?4, ?4 WHERE NOT EXISTS (SELECT 1 FROM moves WHERE ${LEAVES})
      ON CONFLICT (workspace_id) DO UPDATE SET id = excluded.id, state = excluded.state, other = excluded.other,
        created_at = excluded.created_at, seen_at = excluded.seen_at, run = '', progress = '{}', failures = 0, error = NULL`,
    parameters: [workspaceId, id, to, nowMs],
  };
}

/** Has the next run take a move back, unless the workspace is in the other database by then. */
export function cancelMove(workspaceId: string): PlainStatement {
  return {
    sql: `UPDATE moves SET state = 'cancelling', progress = '{}', run = '' WHERE workspace_id = ?1
      AND state IN ('begun', 'copying', 'folding', 'closed', 'clearing')`,
    parameters: [workspaceId],
  };
}

/** A row of `moves`, in the database that a workspace leaves or in the other one. */
export interface NotedMove extends Pick<Move, "workspaceId" | "id" | "other" | "begunAtMs"> {
  state: MoveState | "arrived";
  /** The table of `movedTables` that is copied or deleted. */
  table: number;
  failures: number;
  error: string | null;
  /** When a run was last at work on it. */
  seenAtMs: number;
}

/** Selects the moves of a database as `NotedMove`, those of workspaces that arrive included. */
export const SELECT_MOVES: PlainStatement = {
  sql: `SELECT workspace_id AS workspaceId, id, state, other, coalesce(progress ->> 'table', 0) AS "table", failures, error,
      created_at AS begunAtMs, seen_at AS seenAtMs FROM moves`,
  parameters: [],
};

export async function selectMoves(db: D1Database): Promise<NotedMove[]> {
  const { results } = await bindPlain(db, SELECT_MOVES).all<NotedMove>();
  return results;
}

/** Whether a move still goes on. In the database that the workspace leaves it does until the old rows are deleted. */
export const goesOn = ({ state }: NotedMove) => state !== "arrived" && state !== "cancelled";

/** Selects what a move would wait for in the database that the workspace leaves. */
export async function selectRunning(
  db: D1Database,
  workspaceId: string,
  nowMs: number,
): Promise<{ change: boolean; check: boolean; oldClicks: boolean }> {
  const row = await db
    .prepare(`SELECT ${RUNS_CHANGE} AS change, ${RUNS_CHECK} AS checks, ${hasOldTables(nowMs)} AS oldClicks`)
    .bind(workspaceId)
    .first<{ change: number; checks: number; oldClicks: number }>();
  return { change: row?.change === 1, check: row?.checks === 1, oldClicks: row?.oldClicks === 1 };
}

/** Whether the Worker has been at work in a database. */
export function hasHeartbeat(db: D1Database): Promise<boolean> {
  return isTrue(db, { sql: "EXISTS (SELECT 1 FROM installation)", parameters: [] });
}

/** Selects the names of the migrations that a database has; none if it has no table of them. */
export async function selectMigrations(db: D1Database): Promise<string[]> {
  const there = await db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'd1_migrations'").first();
  if (there === null) return [];
  const { results } = await db.prepare("SELECT name FROM d1_migrations").all<{ name: string }>();
  return results.map(({ name }) => name);
}

/** Rows whose size stands for all of a table. */
const SAMPLE = 500;

/** Returns the statement that counts the rows of a workspace in some tables, each with the bytes of a row as text. */
export function measureTables(shapes: Shape[]): PlainStatement {
  return { sql: `SELECT ${shapes.map(measureTable).join(", ")}`, parameters: [] };
}

function measureTable({ name, columns, range, isOwn, put, large = "NULL" }: Shape): string {
  const small = columns.filter((column) => column.name !== large && put?.[column.name]?.("") !== "NULL");
  const own = `FROM ${name} t WHERE ${range} AND ${isOwn}`;
  return `json_array((SELECT count(*) ${own}),
    (SELECT coalesce(avg(octet_length(${toLine(small)}) + coalesce(octet_length(${large}), 0)), 0)
     FROM (SELECT * ${own} LIMIT ${SAMPLE}))) AS ${name}`;
}

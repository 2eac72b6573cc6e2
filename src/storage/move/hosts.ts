import type { Hostname } from "../../domain/hostname.ts";
import { runBatch } from "../commit.ts";
import { withoutTriggers } from "./aside.ts";
import { assertRun } from "./move.ts";

/** What a move does with the hostnames of its workspace. */

const HELD = "SELECT host FROM hosts WHERE workspace_id = ?1 AND waiting_since IS NULL";

/** Whether nothing of the hostnames of a workspace is still to be written into KV. */
export async function areSettled(db: D1Database, workspaceId: string): Promise<boolean> {
  const row = await db
    .prepare(
      `SELECT 1 WHERE EXISTS (SELECT 1 FROM pending WHERE host IN (${HELD}))
       OR EXISTS (SELECT 1 FROM reprojections WHERE host IN (${HELD}))`,
    )
    .bind(workspaceId)
    .first();
  return row === null;
}

/** Selects the hostnames on which a workspace has a claim. */
export async function selectNames(db: D1Database, workspaceId: string): Promise<Hostname[]> {
  const { results } = await db
    .prepare("SELECT name FROM hosts WHERE workspace_id = ?1")
    .bind(workspaceId)
    .all<{ name: Hostname }>();
  return results.map(({ name }) => name);
}

/** Names a workspace's move in the directory, from one database to another. */
export interface Passing {
  workspaceId: string;
  from: string;
  to: string;
}

/**
 * Has hostnames pass to another database together with their workspace. Until they have, visits do not ask a database for them.
 * @param first the database with the directory
 * @returns false if one of them passes to another workspace, or is elsewhere
 */
export async function beginPassingAll(
  first: D1Database,
  hosts: Hostname[],
  { workspaceId, from, to }: Passing,
  nowMs: number,
): Promise<boolean> {
  const { meta } = await first
    .prepare(
      `INSERT INTO hosts_elsewhere (host, database, reserved_at, passes_to, passes_for)
       SELECT value, ?2, ?3, ?4, ?5 FROM json_each(?1) WHERE true
       ON CONFLICT (host) DO UPDATE SET passes_to = excluded.passes_to, passes_for = excluded.passes_for,
         reserved_at = max(excluded.reserved_at, reserved_at + 1)
       WHERE database = excluded.database AND (passes_to IS NULL OR passes_for = excluded.passes_for)`,
    )
    .bind(JSON.stringify(hosts), from, nowMs, to, workspaceId)
    .run();
  return meta.changes === hosts.length;
}

/** Selects when the hostnames that pass with a workspace began to. Null if none passes. */
export async function selectPassingSince(
  first: D1Database,
  { workspaceId, from, to }: Passing,
): Promise<number | null> {
  return first
    .prepare(`SELECT max(reserved_at) AS sinceMs FROM hosts_elsewhere WHERE ${PASSES}`)
    .bind(workspaceId, from, to)
    .first<number>("sinceMs");
}

const PASSES = "passes_for = ?1 AND database = ?2 AND passes_to = ?3";

/**
 * Ends the passing of the hostnames that pass with their workspace.
 * @param hasPassed false if they stay where they are
 * @param sinceMs those that began to pass later go on
 */
export async function endPassingAll(
  first: D1Database,
  { workspaceId, from, to }: Passing,
  hasPassed: boolean,
  sinceMs = Number.MAX_SAFE_INTEGER,
): Promise<void> {
  await first
    .prepare(
      `UPDATE hosts_elsewhere SET database = iif(?4, passes_to, database), reserved_at = reserved_at + 1,
         passes_to = NULL, passes_for = NULL
       WHERE ${PASSES} AND reserved_at <= ?5`,
    )
    .bind(workspaceId, from, to, Number(hasPassed), sinceMs)
    .run();
}

/** Gives the claims' keys, and with them those of records, what they are in the other database. */
export function holdHosts(db: D1Database, hosts: Hostname[], workspaceId: string): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE records SET host = j.value FROM json_each(?1) j WHERE records.host = j.value || '|' || ?2 AND records.workspace_id = ?2`,
    )
    .bind(JSON.stringify(hosts), workspaceId);
}

/**
 * Has a database forget the slots of hostnames that have not passed to it after all.
 * @throws AssertionError `stale_version` if another run has taken the move, which may have them pass
 */
export async function forgetSlots(db: D1Database, run: string, hosts: Hostname[]): Promise<void> {
  await runBatch(db, [
    assertRun(db, run),
    db
      .prepare("DELETE FROM slots WHERE host IN (SELECT value FROM json_each(?1))")
      .bind(JSON.stringify(hosts)),
  ]);
}

/**
 * Returns the statements that end everything by which the rows of a workspace that has left could still act: callers, what is
 * sent, and the claims, which wait from now on. Those that held a hostname yield to their own workspace.
 */
export function endWorkspace(
  db: D1Database,
  workspaceId: string,
  nowMs: number,
): Promise<D1PreparedStatement[]> {
  const run = (sql: string) => db.prepare(sql).bind(workspaceId);
  return withoutTriggers(
    db,
    ["records", "hosts", "users", "idempotency_keys", ...CALLERS],
    ["UPDATE", "DELETE"],
    [
      db.prepare("PRAGMA defer_foreign_keys = on"),
      run(
        `UPDATE users SET left_workspace = ?1 WHERE id IN (SELECT user_id FROM memberships WHERE workspace_id = ?1)
         AND NOT EXISTS (SELECT 1 FROM memberships m WHERE m.user_id = users.id AND m.workspace_id <> ?1)`,
      ),
      run(
        `DELETE FROM idempotency_keys WHERE token_id IN (SELECT id FROM tokens WHERE workspace_id = ?1
         UNION ALL SELECT user_id FROM memberships WHERE workspace_id = ?1)`,
      ),
      ...CALLERS.map((table) => run(`DELETE FROM ${table} WHERE workspace_id = ?1`)),
      run(`UPDATE records SET host = host || '|' || ?1 WHERE workspace_id = ?1 AND instr(host, '|') = 0`),
      db
        .prepare(
          `UPDATE hosts SET yielded_to = iif(waiting_since IS NULL, ?1, yielded_to), host = name || '|' || ?1,
             waiting_since = coalesce(waiting_since, ?2), check_due_at = ?3, claim_due_at = NULL, proven_at = NULL,
             certificate = NULL, behind_since = NULL
           WHERE workspace_id = ?1`,
        )
        .bind(workspaceId, nowMs, Number.MAX_SAFE_INTEGER),
    ],
  );
}

const CALLERS = [
  "sessions",
  "sign_in_codes",
  "invitations",
  "shared_statistics",
  "notifications",
  "webhooks",
  "tokens",
  "memberships",
];

const SLOTS_AT_ONCE = 5_000;

/**
 * Has a database forget some slots of the hostnames that a workspace held when it left, but of those that others hold by now.
 * Returns whether more may be left.
 */
export async function forgetLeftSlots(db: D1Database, workspaceId: string): Promise<boolean> {
  const { meta } = await db
    .prepare(
      `DELETE FROM slots WHERE (host, slot) IN (
         SELECT s.host, s.slot FROM hosts l CROSS JOIN slots s ON s.host = l.name
         WHERE l.workspace_id = ?1 AND l.yielded_to = ?1 AND NOT EXISTS (SELECT 1 FROM hosts h WHERE h.host = l.name)
           AND NOT EXISTS (SELECT 1 FROM pending p WHERE p.host = l.name)
         LIMIT ${SLOTS_AT_ONCE})`,
    )
    .bind(workspaceId)
    .run();
  return meta.changes === SLOTS_AT_ONCE;
}

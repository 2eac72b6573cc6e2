import { DAY_MS } from "../../domain/time.ts";
import { deletePart } from "../statement.ts";

/** Calls with an Idempotency-Key, of which each runs alone and takes effect once (contract 9.21). */

/** A call with a key. `body` is a hash of its content. */
export interface KeyedRequest {
  workspaceId: string;
  tokenId: string;
  /** The keys that the token may use on a day. */
  allowed: number;
  path: string;
  key: string;
  body: string;
  run: string;
}

/** The state of a call when it is sent. */
export type Begun =
  /** This run does the work. `progress` is the progress of a run that died, or null; all runs have one `createdAt`. */
  | { kind: "begun"; progress: unknown; createdAt: number }
  | { kind: "done"; result: unknown }
  /** Another run is at work. Its mark expires after `leftMs`. */
  | { kind: "running"; leftMs: number }
  | { kind: "other_body" }
  /** The token or its workspace has used all its keys of the day. */
  | { kind: "no_keys_left"; of: "token" | "workspace"; allowed: number };

const KEY_MS = DAY_MS;
const RUN_MS = 60_000;
export const MAX_KEYS_A_DAY = 10_000;

/** A key that is not too old. It is counted on the day of its first run, and not again when it is sent again. */
const VALID_KEY = `SELECT 1 FROM idempotency_keys
  WHERE token_id = ?1 AND path = ?2 AND key = ?3 AND created_at > ?4 - ${KEY_MS}`;

const COUNT = `
  INSERT INTO idempotency_counts (workspace_id, day, count)
  SELECT ?5, ?6, 1
  WHERE NOT EXISTS (${VALID_KEY})
    AND coalesce((SELECT count FROM idempotency_counts WHERE workspace_id = ?5 AND day = ?6), 0) < ${MAX_KEYS_A_DAY}
    AND coalesce((SELECT count FROM idempotency_token_counts
      WHERE workspace_id = ?5 AND token_id = ?1 AND day = ?6), 0) < ?7
  ON CONFLICT (workspace_id, day) DO UPDATE SET count = count + 1`;

const COUNT_FOR_TOKEN = `
  INSERT INTO idempotency_token_counts (workspace_id, token_id, day, count) SELECT ?1, ?2, ?3, 1 WHERE changes() > 0
  ON CONFLICT (workspace_id, token_id, day) DO UPDATE SET count = count + 1`;

/** Marks a key that the statements before have counted, or that is counted already. */
const BEGIN = `
  INSERT INTO idempotency_keys (token_id, path, key, run, body, started_at, created_at)
  SELECT ?1, ?2, ?3, ?5, ?6, ?4, ?4
  WHERE changes() > 0 OR EXISTS (${VALID_KEY})
  ON CONFLICT (token_id, path, key) DO UPDATE SET
    run = excluded.run, started_at = excluded.started_at, body = excluded.body,
    result = NULL,
    progress = iif(created_at > ?4 - ${KEY_MS}, progress, NULL),
    created_at = iif(created_at > ?4 - ${KEY_MS}, created_at, excluded.created_at)
  WHERE created_at <= ?4 - ${KEY_MS}
    OR (result IS NULL AND started_at <= ?4 - ${RUN_MS} AND body = excluded.body)`;

const READ = `
  SELECT run, body, started_at, created_at, progress, result FROM idempotency_keys
  WHERE token_id = ?1 AND path = ?2 AND key = ?3 AND created_at > ?4 - ${KEY_MS}`;

/** Marks a call as running, unless another run has finished it or is at work. */
export async function beginKeyedCall(db: D1Database, request: KeyedRequest, nowMs: number): Promise<Begun> {
  const { workspaceId, tokenId, allowed, path, key, body, run } = request;
  const day = Math.floor(nowMs / DAY_MS);
  const call = [tokenId, path, key, nowMs];
  const [, , , read, counts] = await db.batch([
    db.prepare(COUNT).bind(...call, workspaceId, day, allowed),
    db.prepare(COUNT_FOR_TOKEN).bind(workspaceId, tokenId, day),
    db.prepare(BEGIN).bind(...call, run, body),
    db.prepare(READ).bind(...call),
    db
      .prepare("SELECT count FROM idempotency_counts WHERE workspace_id = ?1 AND day = ?2")
      .bind(workspaceId, day),
  ]);
  const [row] = (read?.results ?? []) as unknown as Row[];
  if (row === undefined) {
    const [used] = (counts?.results ?? []) as { count: number }[];
    return (used?.count ?? 0) < MAX_KEYS_A_DAY
      ? { kind: "no_keys_left", of: "token", allowed }
      : { kind: "no_keys_left", of: "workspace", allowed: MAX_KEYS_A_DAY };
  }
  if (row.run === run) {
    const progress = row.progress === null ? null : (JSON.parse(row.progress) as unknown);
    return { kind: "begun", progress, createdAt: row.created_at };
  }
  if (row.body !== body) return { kind: "other_body" };
  if (row.result !== null) return { kind: "done", result: JSON.parse(row.result) as unknown };
  return { kind: "running", leftMs: row.started_at + RUN_MS - nowMs };
}

interface Row {
  run: string;
  body: string;
  started_at: number;
  created_at: number;
  progress: string | null;
  result: string | null;
}

/** Deletes the result of a call that was refused later, unless the statement before has changed no row. */
export function deleteKeyedResultIfChanged(
  db: D1Database,
  { tokenId, path, key, run }: KeyedRequest,
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE idempotency_keys SET result = NULL
       WHERE token_id = ?1 AND path = ?2 AND key = ?3 AND run = ?4 AND changes() > 0`,
    )
    .bind(tokenId, path, key, run);
}

/**
 * Writes the result or progress of a call. Belongs to the batch that does the work of the call, and aborts that batch
 * if another run has taken over.
 * @param condition writes only if it is true
 */
export function setKeyed(
  db: D1Database,
  column: "progress" | "result",
  { tokenId, path, key, run }: KeyedRequest,
  value: unknown,
  condition = "1",
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE idempotency_keys SET ${column} = ?5, run = ?4
       WHERE token_id = ?1 AND path = ?2 AND key = ?3 AND ${condition}`,
    )
    .bind(tokenId, path, key, run, JSON.stringify(value));
}

/** Marks a call as done that wrote nothing, or whose writes are idempotent. */
export async function setKeyedDone(db: D1Database, { tokenId, path, key, run }: KeyedRequest): Promise<void> {
  await db
    .prepare(
      `UPDATE idempotency_keys SET result = 'null'
       WHERE token_id = ?1 AND path = ?2 AND key = ?3 AND run = ?4 AND result IS NULL`,
    )
    .bind(tokenId, path, key, run)
    .run();
}

/** Returns whether a batch was aborted, without a write, because another run of its call has taken over. */
export function isSuperseded(error: unknown): boolean {
  return String(error).includes("idempotency run superseded");
}

const OWN_RUN = "token_id = ?1 AND path = ?2 AND key = ?3 AND run = ?4 AND result IS NULL";
const UNCOUNT = `SET count = count - 1
  WHERE workspace_id = ?5 AND count > 0
    AND day = (SELECT created_at / ${DAY_MS} FROM idempotency_keys WHERE ${OWN_RUN} AND progress IS NULL)`;

/**
 * Ends a run that was refused or failed, so that the call can be sent again. Keeps its progress; a run without any
 * gives its key back.
 */
export async function releaseKeyedCall(
  db: D1Database,
  { workspaceId, tokenId, path, key, run }: KeyedRequest,
): Promise<void> {
  const call = [tokenId, path, key, run];
  await db.batch([
    db.prepare(`UPDATE idempotency_counts ${UNCOUNT}`).bind(...call, workspaceId),
    db.prepare(`UPDATE idempotency_token_counts ${UNCOUNT} AND token_id = ?1`).bind(...call, workspaceId),
    db.prepare(`DELETE FROM idempotency_keys WHERE ${OWN_RUN} AND progress IS NULL`).bind(...call),
    db.prepare(`UPDATE idempotency_keys SET started_at = 0 WHERE ${OWN_RUN}`).bind(...call),
  ]);
}

const COUNTS = ["idempotency_counts", "idempotency_token_counts"];
const OLD_KEYS = `FROM idempotency_keys WHERE created_at <= ?1 - ${KEY_MS}`;
const firstDayCounted = (nowMs: number): number => Math.floor(nowMs / DAY_MS) - 1;

export const hasOldKeys = (nowMs: number): string =>
  [OLD_KEYS, ...COUNTS.map((table) => `FROM ${table} WHERE day < ${firstDayCounted(nowMs)}`)]
    .map((old) => `EXISTS (SELECT 1 ${old})`)
    .join(" OR ");

/** Deletes expired keys, a bounded number at once, and counts of past days. Returns whether keys are left. */
export async function deleteOldKeys(db: D1Database, nowMs: number, limit: number): Promise<boolean> {
  const keys = db
    .prepare(
      `DELETE FROM idempotency_keys WHERE (token_id, path, key) IN (
         SELECT token_id, path, key ${OLD_KEYS} LIMIT ?2)`,
    )
    .bind(nowMs, limit);
  const counts = COUNTS.map((table) =>
    db.prepare(`DELETE FROM ${table} WHERE day < ?1`).bind(firstDayCounted(nowMs)),
  );
  return deletePart(db, [keys, ...counts], limit);
}

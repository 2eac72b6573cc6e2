import type { Refusal } from "../../domain/refusal/refusal.ts";
import { say } from "../../domain/refusal/say.ts";
import { toStoredReason, packUrls, toCheck, USAGE, type CheckTableRow } from "./read.ts";
import {
  MAX_KEPT_URLS,
  MAX_OPEN_CHECKS,
  type Check,
  type CheckCounts,
  type CheckRow,
  type CheckState,
  type CheckUrl,
  type TargetAnswer,
  type HostTally,
} from "../../domain/check/check.ts";
import type { Hostname } from "../../domain/hostname.ts";
import { chunkBySize } from "../../runtime/chunk.ts";
import { assertThat } from "../commit.ts";
import { IS_FREE, takeLease } from "../lease.ts";
import { toReachColumn } from "../reach.ts";
import { deletePart, toJsonParts } from "../statement.ts";
import { addTallies, finishTallies } from "./host-tally.ts";

/** Writes checks. A step writes only while its consumer holds the lease. */

/** Inserts a check. Aborts the batch if the workspace then has too many that are not done (contract 30.15). */
export function insertCheck(db: D1Database, check: Check): D1PreparedStatement[] {
  const { id, workspaceId, state, status, asksTargets, total, createdBy, createdAtMs, expiresAtMs } = check;
  const reach = toReachColumn(check.reach);
  const inserted = db
    .prepare(
      `INSERT INTO checks (id, workspace_id, state, status, ask_targets, total, created_by, created_at, expires_at, reach)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)`,
    )
    .bind(
      id,
      workspaceId,
      state,
      status,
      Number(asksTargets),
      total,
      createdBy,
      createdAtMs,
      expiresAtMs,
      reach,
    );
  return [inserted, assertUsage(db, workspaceId, createdAtMs, `open <= ${MAX_OPEN_CHECKS}`)];
}

/** Returns the assertion that the usage of a workspace is within a limit, for a batch that adds to it. */
function assertUsage(db: D1Database, workspaceId: string, nowMs: number, limit: string): D1PreparedStatement {
  return assertThat(db, "stale_version", `SELECT ${limit} FROM (${USAGE})`, workspaceId, nowMs);
}

const CHUNK_URLS = 1_000;
/** D1 accepts values of at most 2,000,000 bytes. A UTF-16 unit has at most three bytes. */
const CHUNK_UNITS = 500_000;

/** Replaces a part of the URLs of a check that is collecting. */
export function replacePart(
  db: D1Database,
  check: Pick<Check, "id" | "workspaceId">,
  part: number,
  urls: CheckUrl[],
): D1PreparedStatement[] {
  const statement = db.prepare(
    `INSERT INTO check_parts (check_id, part, chunk, workspace_id, lines, urls) VALUES (?1, ?2, ?3, ?4, ?5, ?6)`,
  );
  const sizeOf = ({ url, location }: CheckUrl) => url.length + (location?.length ?? 0) + 20;
  const chunks = chunkBySize(urls, sizeOf, CHUNK_UNITS, CHUNK_URLS);
  return [
    assertState(db, check.id, "collecting"),
    db.prepare("DELETE FROM check_parts WHERE check_id = ?1 AND part = ?2").bind(check.id, part),
    ...chunks.map((chunk, index) =>
      statement.bind(check.id, part, index, check.workspaceId, chunk.length, packUrls(chunk)),
    ),
  ];
}

function assertState(db: D1Database, id: string, state: CheckState): D1PreparedStatement {
  return assertThat(db, "stale_version", "(SELECT state FROM checks WHERE id = ?1) = ?2", id, state);
}

/**
 * Starts a check that was collecting. Aborts the batch if it was not, or if the workspace then keeps too many URLs
 * (contract 30.15).
 */
export function setRunning(
  db: D1Database,
  { id, workspaceId, total, expiresAtMs }: Pick<Check, "id" | "workspaceId" | "total" | "expiresAtMs">,
  nowMs: number,
): D1PreparedStatement[] {
  return [
    assertState(db, id, "collecting"),
    db
      .prepare("UPDATE checks SET state = 'running', total = ?2, expires_at = ?3 WHERE id = ?1")
      .bind(id, total, expiresAtMs),
    assertUsage(db, workspaceId, nowMs, `urls <= ${MAX_KEPT_URLS}`),
  ];
}

/** Expires a check. Clean-up deletes its rows. */
export function endCheck(
  db: D1Database,
  { id, workspaceId }: Pick<Check, "id" | "workspaceId">,
  nowMs: number,
): D1PreparedStatement[] {
  return [
    db
      .prepare(
        "UPDATE checks SET expires_at = ?3, state = 'failed', lease = NULL WHERE id = ?1 AND workspace_id = ?2",
      )
      .bind(id, workspaceId, nowMs),
    // From now on reports show the check before this one.
    db.prepare("DELETE FROM check_hosts WHERE check_id = ?1 AND workspace_id = ?2").bind(id, workspaceId),
  ];
}

/** The most leases of a check without progress. */
const MAX_ATTEMPTS = 20;

/** The condition that a check does not wait for a target at the time `?1`. Waiting is no attempt. */
const HAS_WORK = `(state = 'running' OR (state = 'asking' AND coalesce(
  (SELECT min(due_at) FROM check_targets WHERE check_id = checks.id AND due_at IS NOT NULL), 0) <= ?1))`;

/** Leases a check; null if another consumer has leased it, it waits for a target, or it is done. */
export async function leaseCheck(
  db: D1Database,
  id: string,
  lease: string,
  term: { nowMs: number; untilMs: number },
): Promise<Check | null> {
  const isOpen = `id = ?3 AND ${IS_FREE} AND ${HAS_WORK} AND expires_at > ?1`;
  const set = `, lease = ?4, attempts = attempts + 1, state = iif(attempts >= ${MAX_ATTEMPTS}, 'failed', state)`;
  const [row] = await takeLease<CheckTableRow>(db, "checks", term, isOpen, [id, lease], set);
  return row === undefined || row.state === "failed" ? null : toCheck(row);
}

interface ChunkResults {
  lease: string;
  place: { part: number; chunk: number };
  rows: CheckRow[];
  /** The hostnames that these rows and those before name. */
  hosts: Hostname[];
  tallies: HostTally[];
  done: number;
  counts: CheckCounts;
  /** The time from which targets may be requested; null if targets are not requested. */
  targetsDueAtMs: number | null;
}

/**
 * Writes the results of a chunk. Writing a chunk again has no effect.
 * @throws the error of the batch if the lease is lost; nothing is written then
 */
export async function writeResults(db: D1Database, check: Check, results: ChunkResults): Promise<void> {
  const { lease, place, rows, hosts, tallies, done, counts, targetsDueAtMs } = results;
  const firstLine = rows[0]?.line ?? 0;
  const targets = targetsDueAtMs === null ? [] : [...new Set(rows.flatMap(({ target }) => target ?? []))];
  const inserted = db.prepare(
    `INSERT OR REPLACE INTO check_rows (check_id, first_line, result, piece, workspace_id, rows)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6)`,
  );
  await db.batch([
    assertThat(
      db,
      "stale_version",
      "EXISTS (SELECT 1 FROM checks WHERE id = ?1 AND lease = ?2 AND done = ?3)",
      check.id,
      lease,
      done - rows.length,
    ),
    db
      .prepare(
        `UPDATE checks SET done = ?2, tallied = ?2, counts = ?3, attempts = 0, named = ?2, hosts = ?4
         WHERE id = ?1`,
      )
      .bind(check.id, done, JSON.stringify(counts), JSON.stringify(hosts)),
    ...addTallies(db, check, tallies),
    ...[...Map.groupBy(rows, ({ result }) => result)].flatMap(([result, group]) =>
      toJsonParts(group.map(toStoredReason)).map((text, piece) =>
        inserted.bind(check.id, firstLine, result, piece, check.workspaceId, text),
      ),
    ),
    ...toJsonParts(targets.map((url) => [url, new URL(url).hostname])).map((part) =>
      db
        .prepare(
          `INSERT OR IGNORE INTO check_targets (check_id, url, host, workspace_id, due_at)
           SELECT ?1, value ->> 0, value ->> 1, ?2, ?3 FROM json_each(?4) WHERE true`,
        )
        .bind(check.id, check.workspaceId, targetsDueAtMs, part),
    ),
    db
      .prepare("DELETE FROM check_parts WHERE check_id = ?1 AND part = ?2 AND chunk = ?3")
      .bind(check.id, place.part, place.chunk),
  ]);
}

/** @param notes statements of the same batch, the first of which may ask whether the state has changed */
export async function setCheckState(
  db: D1Database,
  id: string,
  lease: string,
  state: CheckState,
  finishedAtMs: number | null,
  notes: D1PreparedStatement[] = [],
): Promise<void> {
  const statement = db
    .prepare(
      "UPDATE checks SET state = ?3, finished_at = ?4, leased_until = 0, attempts = 0 WHERE id = ?1 AND lease = ?2",
    )
    .bind(id, lease, state, finishedAtMs);
  await db.batch([
    statement,
    ...notes,
    ...(finishedAtMs === null ? [] : [finishTallies(db, id, finishedAtMs)]),
  ]);
}

/** The finding about a target: its answer, or the time of the next request. */
export type TargetFinding = { url: string } & ({ answer: TargetAnswer } | { dueAtMs: number });

function reasonColumns(reason: Refusal | null): [text: string | null, code: string | null] {
  return reason === null ? [null, null] : [say(reason), JSON.stringify(reason)];
}

export async function writeTargets(
  db: D1Database,
  checkId: string,
  findings: TargetFinding[],
): Promise<void> {
  const rows = findings.map((finding) =>
    "answer" in finding
      ? [
          finding.url,
          null,
          finding.answer.status,
          finding.answer.location,
          ...reasonColumns(finding.answer.reason),
        ]
      : [finding.url, finding.dueAtMs, null, null, null, null],
  );
  await db.batch([
    db
      .prepare(
        `UPDATE check_targets SET due_at = j.value ->> 1, status = j.value ->> 2, location = j.value ->> 3, reason = j.value ->> 4,
           reason_code = j.value ->> 5
         FROM json_each(?2) j WHERE check_id = ?1 AND url = j.value ->> 0`,
      )
      .bind(checkId, JSON.stringify(rows)),
    db.prepare("UPDATE checks SET attempts = 0 WHERE id = ?1").bind(checkId),
  ]);
}

/** Selects checks that no consumer has leased: new ones, those whose consumer has died, and those with a due target. */
const IDLE = `FROM checks INDEXED BY checks_under_way
  WHERE state IN ('running', 'asking') AND ${IS_FREE} AND expires_at > ?1 AND ${HAS_WORK}`;

export const HAS_IDLE_CHECKS = `EXISTS (SELECT 1 ${IDLE})`;

export async function selectIdleChecks(db: D1Database, nowMs: number, limit: number): Promise<string[]> {
  const { results } = await db
    .prepare(`SELECT id ${IDLE} ORDER BY leased_until LIMIT ?2`)
    .bind(nowMs, limit)
    .all<{ id: string }>();
  return results.map(({ id }) => id);
}

/** Rows that one run of clean-up deletes of each table. */
const ROWS_AT_ONCE = 5_000;

export const HAS_OLD_CHECKS = "EXISTS (SELECT 1 FROM checks WHERE expires_at <= ?1)";

/** Deletes a bounded number of rows of expired checks. Returns whether more are left. */
export async function deleteOldChecks(db: D1Database, nowMs: number): Promise<boolean> {
  const ended = "SELECT id FROM checks WHERE expires_at <= ?1 ORDER BY expires_at LIMIT 20";
  const keys = {
    check_parts: "part, chunk",
    check_rows: "first_line, result, piece",
    check_hosts: "host",
    check_targets: "url",
  };
  const rows = Object.entries(keys).map(
    ([table, key]) => `DELETE FROM ${table} WHERE (check_id, ${key}) IN (
      SELECT check_id, ${key} FROM ${table} WHERE check_id IN (${ended}) LIMIT ${ROWS_AT_ONCE})`,
  );
  const empty = Object.keys(keys).map(
    (table) => `NOT EXISTS (SELECT 1 FROM ${table} t WHERE t.check_id = checks.id)`,
  );
  const deletions = [...rows, `DELETE FROM checks WHERE id IN (${ended}) AND ${empty.join(" AND ")}`];
  return deletePart(
    db,
    deletions.map((sql) => db.prepare(sql).bind(nowMs)),
    ROWS_AT_ONCE,
  );
}

import { isHeldKey, waitingKey } from "../domain/claim-key.ts";
import { HOST_SLOT } from "../domain/source.ts";
import { assertThat } from "./commit.ts";
import type { HostError } from "./host-checks.ts";
import type { HostRow } from "./hosts.ts";
import { assignCause } from "./pauses.ts";

/** Several workspaces may claim a hostname; at most one claim holds it (contract 10.14). */

/** How a claim is proven. */
export type Proof = "cname" | "txt";

/** A claim with the label of its workspace's own CNAME target. */
export type ClaimRow = HostRow & { label: string };

/** Lists all claims on a hostname, the oldest first. */
export async function listClaims(db: D1Database, host: string): Promise<ClaimRow[]> {
  const { results } = await db
    .prepare(
      `SELECT h.*, w.label FROM hosts h INDEXED BY hosts_by_claim CROSS JOIN workspaces w ON w.id = h.workspace_id
       WHERE h.name = ?1 ORDER BY h.connected_at, h.workspace_id`,
    )
    .bind(host)
    .all<ClaimRow>();
  return results;
}

/** A hostname with its registrable domain, as a workspace claims it. */
export interface Claimed {
  host: string;
  domain: string;
  workspaceId: string;
}

/** What a condition in SQL needs: its text, and what to bind to its question marks. */
export interface Condition {
  sql: string;
  parameters: unknown[];
}

/** Holds where another workspace holds, with proof, a hostname that is the same, below or above. */
export function hasProvenRelative({ host, domain, workspaceId }: Claimed): Condition {
  const bare = host.replace(/^\*\./, "");
  return {
    sql: `EXISTS (
      SELECT 1 FROM (
        SELECT ltrim(p.name, '*.') AS name, ? AS own FROM hosts p INDEXED BY hosts_proven
        WHERE p.domain = ? AND p.proven_at IS NOT NULL AND p.workspace_id <> ?
      ) WHERE name = own OR substr(name, -length(own) - 1) = '.' || own
           OR substr(own, -length(name) - 1) = '.' || name)`,
    parameters: [bare, domain, workspaceId],
  };
}

export async function holds(db: D1Database, { sql, parameters }: Condition): Promise<boolean> {
  const row = await db
    .prepare(`SELECT (${sql}) AS holds`)
    .bind(...parameters)
    .first<{ holds: number }>();
  return row?.holds === 1;
}

/** Counts workspaces, up to two: more than one is all that anybody asks. */
export async function countWorkspacesToTwo(db: D1Database): Promise<number> {
  const row = await db
    .prepare("SELECT count(*) AS count FROM (SELECT 1 FROM workspaces LIMIT 2)")
    .first<{ count: number }>();
  return row?.count ?? 0;
}

/** Waiting claims are never due by `check_due_at`, which the previous version of the Worker goes by. */
const NEVER_MS = Number.MAX_SAFE_INTEGER;

export interface HolderChange {
  host: string;
  /** The workspace that holds the hostname now; null where none does. */
  from: string | null;
  /** The workspace whose waiting claim holds it from now on. */
  to: string;
  /** Whether a check found the proof of `to`. */
  isProven: boolean;
  /** Whether `from` gave it away: its proof then does not count against `to`. */
  isGiven: boolean;
  nowMs: number;
}

// The exact slot of a path tells whether there are sources with a query.
const SLOTS_OF_BOTH = `
  SELECT slot FROM records WHERE host IN (?1, ?2) AND slot <> '${HOST_SLOT}'
  UNION SELECT 'p' || substr(slot, 2, instr(slot, '?') - 2) FROM records
  WHERE host IN (?1, ?2) AND slot >= 'q' AND slot < 'r'`;

/**
 * Hands a hostname to a claim that waits. Records stay with their claims: those of `from` are
 * paused and leave their slots, those of `to` take theirs. All slots of both are numbered here, so
 * that no record written meanwhile is missed: the commit has to note them (`renumbered`), and to touch
 * the slot of the hostname.
 * @throws AssertionError `stale_version`, from the commit: the claims are no longer as they were read
 */
export function changeHolder(db: D1Database, change: HolderChange): D1PreparedStatement[] {
  const { host, from, to, isProven, isGiven, nowMs } = change;
  const arriving = waitingKey(host, to);
  const standing = `(SELECT workspace_id FROM hosts WHERE host = ?) IS ?
    AND EXISTS (SELECT 1 FROM hosts WHERE host = ?)`;
  return [
    assertThat(db, "stale_version", standing, host, from, arriving),
    // The key of a claim changes before those of its records do.
    db.prepare("PRAGMA defer_foreign_keys = on"),
    db
      .prepare(
        `INSERT INTO slots (host, slot, seq)
         SELECT ?1, slot, (SELECT value FROM sequence) FROM (${SLOTS_OF_BOTH}) WHERE true
         ON CONFLICT (host, slot) DO UPDATE SET seq = excluded.seq`,
      )
      .bind(host, arriving),
    ...(from === null ? [] : stopHolding(db, host, from, isGiven ? to : null, nowMs)),
    db
      .prepare(
        `UPDATE hosts SET host = ?1, waiting_since = NULL, claim_due_at = NULL, check_due_at = ?3,
           checked_at = NULL, proven_at = iif(?4, ?3, NULL), absent_since = NULL, yielded_to = NULL
         WHERE host = ?2`,
      )
      .bind(host, arriving, nowMs, Number(isProven)),
    moveRecords(db, arriving, host, nowMs),
    ...(from === null ? [] : handOverFacts(db, host, waitingKey(host, from), nowMs)),
  ];
}

function stopHolding(
  db: D1Database,
  host: string,
  from: string,
  yieldedTo: string | null,
  nowMs: number,
): D1PreparedStatement[] {
  const leaving = waitingKey(host, from);
  return [
    db
      .prepare(
        `UPDATE hosts SET host = ?1, waiting_since = ?3, claim_due_at = ?3, check_due_at = ${NEVER_MS},
           proven_at = NULL, absent_since = NULL, yielded_to = ?4
         WHERE host = ?2`,
      )
      .bind(leaving, host, nowMs, yieldedTo),
    moveRecords(db, host, leaving, nowMs),
  ];
}

/** Takes the records of a claim to its new key; they are paused where it is that of a claim that waits. */
function moveRecords(db: D1Database, from: string, to: string, nowMs: number): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE records SET host = ?1, ${assignCause("claim", "?3")},
         version = version + 1, updated_at = max(updated_at + 1, ?4)
       WHERE host = ?2`,
    )
    .bind(to, from, Number(!isHeldKey(to)), nowMs);
}

/**
 * What is true of the hostname, whoever holds it: its DNS, the certificate that visitors get, and
 * whether the edge is behind.
 */
function handOverFacts(db: D1Database, host: string, leaving: string, nowMs: number): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `UPDATE hosts SET correct = f.correct, current = f.current, turned_at = f.turned_at,
           dns_verified_at = f.dns_verified_at,
           behind_since = f.behind_since, slots_put_at = f.slots_put_at, refilled_at = f.refilled_at,
           certificate = iif(https_requested, f.certificate, NULL),
           ssl_issued_at = iif(https_requested, f.ssl_issued_at, NULL),
           ssl_renews_at = iif(https_requested, f.ssl_renews_at, NULL)
         FROM (SELECT correct, current, turned_at, dns_verified_at, behind_since, slots_put_at, refilled_at,
                 certificate, ssl_issued_at, ssl_renews_at
               FROM hosts WHERE host = ?2) f
         WHERE host = ?1`,
      )
      .bind(host, leaving),
    db
      .prepare(
        `INSERT INTO orphaned_certificates (id, hostname, due_at)
         SELECT f.certificate ->> 'id', ltrim(?1, '*.'), ?3 FROM hosts f WHERE f.host = ?2
           AND f.certificate IS NOT NULL AND (SELECT certificate FROM hosts WHERE host = ?1) IS NULL
         ON CONFLICT DO NOTHING`,
      )
      .bind(host, leaving, nowMs),
    db
      .prepare(
        `UPDATE hosts SET certificate = NULL, ssl_issued_at = NULL, ssl_renews_at = NULL, behind_since = NULL
         WHERE host = ?1`,
      )
      .bind(leaving),
  ];
}

/** What a check found of one claim. */
export interface ClaimState {
  workspaceId: string;
  /** Undefined where DNS could not tell: what was, stands. */
  proof: Proof | null | undefined;
  absentSinceMs: number | null;
  errors: HostError[];
  /** When a claim that waits is looked at next. */
  claimDueAtMs: number;
}

/** Stores what a check found of claims; the one that holds the hostname does so with proof once it is found. */
export function updateClaims(
  db: D1Database,
  host: string,
  states: ClaimState[],
  nowMs: number,
): D1PreparedStatement {
  const rows = states.map(({ workspaceId, proof, absentSinceMs, errors, claimDueAtMs }) => ({
    workspace_id: workspaceId,
    is_known: Number(proof !== undefined),
    proof: proof ?? null,
    absent_since: absentSinceMs,
    errors: JSON.stringify(errors),
    due_at: claimDueAtMs,
  }));
  return db
    .prepare(
      `UPDATE hosts SET
         proof = iif(j.value ->> 'is_known', j.value ->> 'proof', proof),
         proven_at = iif(waiting_since IS NULL AND j.value ->> 'proof' IS NOT NULL, coalesce(proven_at, ?3), proven_at),
         absent_since = iif(waiting_since IS NULL, NULL, j.value ->> 'absent_since'),
         claim_due_at = iif(waiting_since IS NULL, NULL, j.value ->> 'due_at'),
         errors = j.value ->> 'errors'
       FROM json_each(?2) j WHERE hosts.name = ?1 AND hosts.workspace_id = j.value ->> 'workspace_id'`,
    )
    .bind(host, JSON.stringify(rows), nowMs);
}

/** Stores what DNS says of a hostname with all claims that wait for it. */
export function updateWaitingDns(
  db: D1Database,
  host: string,
  dns: { correct: boolean; current: string[] },
): D1PreparedStatement {
  return db
    .prepare(
      "UPDATE hosts SET correct = ?2, current = ?3 WHERE name = ?1 AND waiting_since IS NOT NULL AND (correct, current) <> (?2, ?3)",
    )
    .bind(host, Number(dns.correct), JSON.stringify(dns.current));
}

/** Takes hostnames with claims that are due, as `claimDueHosts` does those that are held. */
export async function takeDueClaims(
  db: D1Database,
  nowMs: number,
  leaseMs: number,
  limit: number,
): Promise<string[]> {
  const { results } = await db
    .prepare(
      `UPDATE hosts SET claim_due_at = ?2 WHERE host IN (
         SELECT host FROM hosts INDEXED BY hosts_by_claim_check
         WHERE claim_due_at <= ?1 AND name NOT LIKE '%.localhost' ORDER BY claim_due_at LIMIT ?3
       ) RETURNING name`,
    )
    .bind(nowMs, nowMs + leaseMs, limit)
    .all<{ name: string }>();
  return [...new Set(results.map(({ name }) => name))];
}

/** Makes all claims that wait for a hostname due: it became free. */
export function makeClaimsDue(db: D1Database, host: string, nowMs: number): D1PreparedStatement {
  return db
    .prepare("UPDATE hosts SET claim_due_at = ?2 WHERE name = ?1 AND waiting_since IS NOT NULL")
    .bind(host, nowMs);
}

const CLAIMS_ENDED_AT_ONCE = 500;

/** Ends claims without records that have waited since before a moment. */
export async function endOldClaims(db: D1Database, beforeMs: number): Promise<void> {
  const ended = `SELECT host FROM hosts INDEXED BY hosts_waiting
    WHERE waiting_since < ?1 AND record_count = 0 LIMIT ${CLAIMS_ENDED_AT_ONCE}`;
  const list = await db.prepare(ended).bind(beforeMs).all<{ host: string }>();
  if (list.results.length === 0) return;
  const hosts = JSON.stringify(list.results.map(({ host }) => host));
  const condition = `host IN (SELECT value FROM json_each(?1)) AND waiting_since < ?2 AND record_count = 0`;
  await db.batch([
    db
      .prepare(
        `UPDATE workspaces SET host_count = host_count - c.count
         FROM (SELECT workspace_id, count(*) AS count FROM hosts WHERE ${condition} GROUP BY 1) c
         WHERE workspaces.id = c.workspace_id`,
      )
      .bind(hosts, beforeMs),
    db.prepare(`DELETE FROM hosts WHERE ${condition}`).bind(hosts, beforeMs),
  ]);
}

export interface TargetState {
  asked_at: number;
  /** When a name below the target was last seen to resolve. */
  seen_at: number | null;
}

export async function readTarget(db: D1Database, target: string): Promise<TargetState | null> {
  return db
    .prepare("SELECT asked_at, seen_at FROM cname_targets WHERE target = ?1")
    .bind(target)
    .first<TargetState>();
}

/** Notes that names below a CNAME target were asked for, and whether they resolve. */
export async function noteTarget(
  db: D1Database,
  target: string,
  isSeen: boolean,
  nowMs: number,
): Promise<void> {
  await db
    .prepare(
      `INSERT INTO cname_targets (target, asked_at, seen_at) VALUES (?1, ?2, ?3)
       ON CONFLICT (target) DO UPDATE SET asked_at = ?2, seen_at = coalesce(?3, seen_at)`,
    )
    .bind(target, nowMs, isSeen ? nowMs : null)
    .run();
}

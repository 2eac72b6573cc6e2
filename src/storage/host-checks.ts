import type { HostRow } from "./hosts.ts";
import { orphanUnlessKept } from "./orphaned-certificates.ts";

/** The columns of `hosts` that checks of DNS and certificates read and write (contract 10.11). */

/** Whether a check may start now: of several calls within the interval, one. */
export async function claimHostCheck(
  db: D1Database,
  host: string,
  nowMs: number,
  intervalMs: number,
): Promise<boolean> {
  const { meta } = await db
    .prepare("UPDATE hosts SET checked_at = ?2 WHERE host = ?1 AND coalesce(checked_at, 0) <= ?2 - ?3")
    .bind(host, nowMs, intervalMs)
    .run();
  return meta.changes > 0;
}

/**
 * Takes hostnames that are due, the longest overdue first. No other run takes them before the lease
 * is over, which is also when they are due again should this one die.
 */
export async function claimDueHosts(
  db: D1Database,
  nowMs: number,
  leaseMs: number,
  limit: number,
): Promise<string[]> {
  const { results } = await db
    .prepare(
      // Names below .localhost are no business of any resolver.
      `UPDATE hosts SET check_due_at = ?2 WHERE host IN (
         SELECT host FROM hosts INDEXED BY hosts_by_check
         WHERE check_due_at <= ?1 AND host NOT LIKE '%.localhost' ORDER BY check_due_at LIMIT ?3
       ) RETURNING host`,
    )
    .bind(nowMs, nowMs + leaseMs, limit)
    .all<{ host: string }>();
  return results.map(({ host }) => host);
}

/** Makes hostnames due at once that were taken in vain. */
export async function returnDueHosts(db: D1Database, hosts: string[], nowMs: number): Promise<void> {
  await db
    .prepare("UPDATE hosts SET check_due_at = ?2 WHERE host IN (SELECT value FROM json_each(?1))")
    .bind(JSON.stringify(hosts), nowMs)
    .run();
}

/** The hostnames, whosever they are. */
export async function listHostRows(db: D1Database, hosts: string[]): Promise<HostRow[]> {
  const { results } = await db
    .prepare("SELECT h.* FROM json_each(?1) c CROSS JOIN hosts h ON h.host = c.value")
    .bind(JSON.stringify(hosts))
    .all<HostRow>();
  return results;
}

/** Whether a hostname is connected, by whomever, and wants a certificate. */
export async function isHttpsRequested(db: D1Database, host: string): Promise<boolean> {
  const row = await db
    .prepare("SELECT https_requested FROM hosts WHERE host = ?1")
    .bind(host)
    .first<{ https_requested: number }>();
  return row?.https_requested === 1;
}

export interface HostError {
  scope: "dns" | "certificate";
  code: string;
  message: string;
  updated_at: string;
}

/** What a check found of a hostname. */
export interface HostState {
  correct: boolean;
  current: string[];
  errors: HostError[];
  /** As it is stored: JSON with an `id`. */
  certificate: { id: string } | null;
  isIssued: boolean;
  /** Null for a certificate that counts from when it was first seen. */
  issuedAtMs: number | null;
  renewsAtMs: number | null;
  checkDueAtMs: number;
}

/**
 * Stores a check. With `onlyIfUnchanged` it writes where nobody has changed the certificate, or
 * whether one is wanted, since the row was read: the first result tells how many rows that were.
 */
export function updateHostState(
  db: D1Database,
  row: HostRow,
  state: HostState,
  nowMs: number,
  { onlyIfUnchanged }: { onlyIfUnchanged: boolean },
): D1PreparedStatement[] {
  const update = db
    .prepare(
      `UPDATE hosts SET correct = ?3, current = ?4, errors = ?5, check_due_at = ?6,
         turned_at = CASE WHEN correct = ?3 THEN turned_at ELSE ?7 END,
         dns_verified_at = CASE WHEN ?3 THEN coalesce(dns_verified_at, ?7) ELSE dns_verified_at END,
         certificate = CASE WHEN https_requested THEN ?8 END,
         ssl_issued_at = CASE WHEN https_requested AND ?9 THEN coalesce(?10, ssl_issued_at, ?7) END,
         ssl_renews_at = CASE WHEN https_requested AND ?9 THEN ?11 END
       WHERE host = ?1 AND workspace_id = ?2 AND (NOT ?12 OR (https_requested = ?13 AND ssl_issued_at IS ?14))`,
    )
    .bind(
      row.host,
      row.workspace_id,
      Number(state.correct),
      JSON.stringify(state.current),
      JSON.stringify(state.errors),
      state.checkDueAtMs,
      nowMs,
      state.certificate === null ? null : JSON.stringify(state.certificate),
      Number(state.isIssued),
      state.issuedAtMs,
      state.renewsAtMs,
      Number(onlyIfUnchanged),
      row.https_requested,
      row.ssl_issued_at,
    );
  if (state.certificate === null) return [update];
  return [update, orphanUnlessKept(db, row.host, state.certificate.id, nowMs)];
}

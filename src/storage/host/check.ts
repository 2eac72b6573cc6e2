import type { ClaimKey } from "../../domain/claim-key.ts";
import type { Hostname } from "../../domain/hostname.ts";
import type { HostCertificate, HostError, Host } from "../../domain/host.ts";
import { noteOrphanUnlessUsed } from "./orphaned-certificate.ts";
import { toErrorsColumn } from "./row.ts";

/** Reads and writes of the checks of DNS and certificates (contract 10). */

/** Starts a check. Returns false if another one started within the interval. */
export async function startHostCheck(
  db: D1Database,
  key: ClaimKey,
  nowMs: number,
  intervalMs: number,
): Promise<boolean> {
  const { meta } = await db
    .prepare("UPDATE hosts SET checked_at = ?2 WHERE host = ?1 AND coalesce(checked_at, 0) <= ?2 - ?3")
    .bind(key, nowMs, intervalMs)
    .run();
  return meta.changes > 0;
}

const DUE = {
  check_due_at: { index: "hosts_by_check", name: "host" },
  claim_due_at: { index: "hosts_by_claim_check", name: "name" },
};

/** Returns a part of a SELECT. Resolvers do not know names below .localhost. */
function fromDue(due: keyof typeof DUE): string {
  const { index, name } = DUE[due];
  return `FROM hosts INDEXED BY ${index} WHERE ${due} <= ?1 AND ${name} NOT LIKE '%.localhost'`;
}

export const HAS_DUE_HOSTS = (["check_due_at", "claim_due_at"] as const)
  .map((due) => `EXISTS (SELECT 1 ${fromDue(due)})`)
  .join(" OR ");

/**
 * Leases the hostnames whose check, or whose claims' check, is due, the longest overdue first. They are due again when
 * the lease ends, so that no check is lost if a run crashes.
 */
export async function leaseDueHosts(
  db: D1Database,
  due: keyof typeof DUE,
  nowMs: number,
  leaseMs: number,
  limit: number,
): Promise<Hostname[]> {
  const { results } = await db
    .prepare(
      `UPDATE hosts SET ${due} = ?2 WHERE host IN (
         SELECT host ${fromDue(due)} ORDER BY ${due} LIMIT ?3
       ) RETURNING ${DUE[due].name} AS name`,
    )
    .bind(nowMs, nowMs + leaseMs, limit)
    .all<{ name: Hostname }>();
  return [...new Set(results.map((row) => row.name))];
}

/** Ends the lease of hostnames that were not checked, so that they are due again at once. */
export async function releaseDueHosts(db: D1Database, names: Hostname[], nowMs: number): Promise<void> {
  await db
    .prepare("UPDATE hosts SET check_due_at = ?2 WHERE host IN (SELECT value FROM json_each(?1))")
    .bind(JSON.stringify(names), nowMs)
    .run();
}

/** The findings of a check. */
export interface HostState {
  isDnsCorrect: boolean;
  currentDns: string[];
  errors: HostError[];
  certificate: HostCertificate | null;
  isIssued: boolean;
  /** Null if the service does not say. The certificate then counts as issued when it was first seen. */
  issuedAtMs: number | null;
  renewsAtMs: number | null;
  checkDueAtMs: number;
}

/**
 * Updates a hostname with the findings of a check. With `onlyIfUnchanged` nothing is written if the
 * certificate, or the request for one, has changed since the hostname was read. The first result has the
 * number of rows that were written.
 * @param notes statements that may ask whether anything was written
 */
export function updateHostState(
  db: D1Database,
  host: Host,
  state: HostState,
  nowMs: number,
  { onlyIfUnchanged, notes }: { onlyIfUnchanged: boolean; notes: D1PreparedStatement[] },
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
      host.key,
      host.workspaceId,
      Number(state.isDnsCorrect),
      JSON.stringify(state.currentDns),
      toErrorsColumn(state.errors),
      state.checkDueAtMs,
      nowMs,
      state.certificate === null ? null : JSON.stringify(state.certificate),
      Number(state.isIssued),
      state.issuedAtMs,
      state.renewsAtMs,
      Number(onlyIfUnchanged),
      Number(host.httpsRequested),
      host.certificateIssuedAtMs,
    );
  if (state.certificate === null) return [update, ...notes];
  return [update, ...notes, noteOrphanUnlessUsed(db, host.key, state.certificate.id, nowMs)];
}

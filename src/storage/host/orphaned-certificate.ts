import { isTrue } from "../statement.ts";
import type { ClaimKey } from "../../domain/claim-key.ts";
import type { Hostname } from "../../domain/hostname.ts";
import { MINUTE_MS } from "../../domain/time.ts";
/**
 * Orphans: certificates that no hostname uses any more. The transaction that removes a certificate from
 * its hostname notes it here. A job later deletes it at the service that issued it.
 */

const FIRST_DELAY_MS = MINUTE_MS;
const MAX_DOUBLINGS = 8;

/** Returns SQL that removes the star of a wildcard, which shares its certificate with the name without star. */
const bareName = (column: string): string => `ltrim(${column}, '*.')`;

/** Returns the condition that a hostname or the wildcard above it uses a certificate. */
const isUsed = (hostname: string, id: string): string =>
  `EXISTS (SELECT 1 FROM hosts WHERE host IN (${hostname}, '*.' || ${hostname}) AND certificate ->> 'id' = ${id})`;

/** Notes the certificate of a hostname that will be disconnected, or whose HTTPS will be turned off. */
export function noteOrphan(
  db: D1Database,
  workspaceId: string,
  host: Hostname,
  nowMs: number,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO orphaned_certificates (id, hostname, due_at)
       SELECT certificate ->> 'id', ${bareName("name")}, ?3 FROM hosts
       WHERE name = ?1 AND workspace_id = ?2 AND certificate IS NOT NULL
       ON CONFLICT DO NOTHING`,
    )
    .bind(host, workspaceId, nowMs);
}

/** Notes a certificate that came too late: its hostname was disconnected, or its HTTPS turned off, before. */
export function noteOrphanUnlessUsed(
  db: D1Database,
  key: ClaimKey,
  certificateId: string,
  nowMs: number,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO orphaned_certificates (id, hostname, due_at)
       SELECT ?1, ${bareName("?2")}, ?3
       WHERE NOT EXISTS (SELECT 1 FROM hosts WHERE host = ?2 AND certificate ->> 'id' = ?1)
       ON CONFLICT DO NOTHING`,
    )
    .bind(certificateId, key, nowMs);
}

interface OrphanedCertificate {
  id: string;
  hostname: Hostname;
}

export const HAS_DUE_ORPHANS = `EXISTS (
  SELECT 1 FROM orphaned_certificates INDEXED BY orphaned_certificates_by_due WHERE due_at <= ?1)`;

/**
 * Leases the orphans that are due. Each attempt doubles the wait before the next one. A certificate that a
 * hostname uses again is no longer an orphan: the hostname may have been connected again before its last
 * certificate was deleted.
 */
export async function leaseOrphans(
  db: D1Database,
  nowMs: number,
  limit: number,
): Promise<OrphanedCertificate[]> {
  const [, leased] = await db.batch<OrphanedCertificate>([
    db
      .prepare(
        `DELETE FROM orphaned_certificates AS o WHERE o.due_at <= ?1 AND ${isUsed("o.hostname", "o.id")}`,
      )
      .bind(nowMs),
    db
      .prepare(
        `UPDATE orphaned_certificates
         SET attempts = attempts + 1, due_at = ?1 + (${FIRST_DELAY_MS} << min(attempts, ${MAX_DOUBLINGS}))
         WHERE id IN (SELECT id FROM orphaned_certificates INDEXED BY orphaned_certificates_by_due
                      WHERE due_at <= ?1 ORDER BY due_at LIMIT ?2)
         RETURNING id, hostname`,
      )
      .bind(nowMs, limit),
  ]);
  return leased?.results ?? [];
}

/** Deletes the note of an orphan that was deleted at its service. */
export async function deleteOrphan(db: D1Database, id: string): Promise<void> {
  await db.prepare("DELETE FROM orphaned_certificates WHERE id = ?1").bind(id).run();
}

/** Returns whether a hostname of a database, or the wildcard above it, uses a certificate. */
export async function isCertificateUsed(db: D1Database, hostname: string, id: string): Promise<boolean> {
  return isTrue(db, { sql: isUsed("?1", "?2"), parameters: [hostname, id] });
}

import { MINUTE_MS } from "../../domain/time.ts";
/**
 * Orphans: certificates that no hostname uses any more. The transaction that takes a certificate from
 * its hostname notes it here; a job deletes it later at the service that issued it.
 */

const FIRST_DELAY_MS = MINUTE_MS;
const MAX_DOUBLINGS = 8;

/** Removes the star of a wildcard, which shares its certificate with the name below it. */
const bareName = (column: string): string => `ltrim(${column}, '*.')`;

/** Notes the certificate of a hostname that is about to be disconnected, or to turn HTTPS off. */
export function noteOrphan(
  db: D1Database,
  workspaceId: string,
  host: string,
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

/** Notes a certificate that came too late: its hostname was disconnected, or turned HTTPS off meanwhile. */
export function noteOrphanUnlessUsed(
  db: D1Database,
  key: string,
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
  hostname: string;
}

/**
 * Leases the orphans that are due; each attempt makes the next one wait twice as long. A certificate
 * that a hostname uses again is no orphan: the hostname may have been connected again before its last
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
        `DELETE FROM orphaned_certificates AS o WHERE o.due_at <= ?1 AND EXISTS (
           SELECT 1 FROM hosts h WHERE h.host IN (o.hostname, '*.' || o.hostname)
             AND h.certificate ->> 'id' = o.id)`,
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

import { MINUTE_MS } from "../domain/time.ts";
/** Certificates that no hostname has any more: noted in the transaction that lets go of them. */

const FIRST_DELAY_MS = MINUTE_MS;
const MAX_DOUBLINGS = 8;

/** The hostname without the star: a wildcard shares its certificate with the name that it stands below. */
const bareName = (column: string): string => `ltrim(${column}, '*.')`;

/** Notes the certificate of a hostname that is about to go or to do without. */
export function orphanCertificate(
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

/** Notes a certificate that came when its hostname was gone, or did without by then. */
export function orphanUnlessKept(
  db: D1Database,
  host: string,
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
    .bind(certificateId, host, nowMs);
}

export interface OrphanedCertificate {
  id: string;
  hostname: string;
}

/**
 * Takes those that are due, each later every time. What a hostname has again is no orphan: the
 * name may have been connected anew before its last certificate was deleted.
 */
export async function claimOrphanedCertificates(
  db: D1Database,
  nowMs: number,
  limit: number,
): Promise<OrphanedCertificate[]> {
  const [, claimed] = await db.batch<OrphanedCertificate>([
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
  return claimed?.results ?? [];
}

export async function forgetOrphanedCertificate(db: D1Database, id: string): Promise<void> {
  await db.prepare("DELETE FROM orphaned_certificates WHERE id = ?1").bind(id).run();
}

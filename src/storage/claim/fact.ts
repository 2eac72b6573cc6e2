import type { Hostname } from "../../domain/hostname.ts";

/** The facts that belong to a hostname and not to a claim: the state of its DNS, and its certificate. */

const OF_CERTIFICATE = ["certificate", "ssl_issued_at", "ssl_renews_at"];
const OF_DNS = ["correct", "current", "turned_at", "dns_verified_at"];

/** SQL for the facts of a row of `hosts`, as JSON. */
export const FACTS = `json_object(${[...OF_DNS, ...OF_CERTIFICATE].map((name) => `'${name}', ${name}`).join(", ")})`;

/** Selects the facts of a hostname that nobody holds. */
export async function selectHostFacts(db: D1Database, host: Hostname): Promise<string | null> {
  return db
    .prepare(
      `SELECT ${FACTS} AS facts FROM hosts WHERE name = ?1 ORDER BY certificate IS NULL, waiting_since DESC LIMIT 1`,
    )
    .bind(host)
    .first<string>("facts");
}

/**
 * Gives the holder of a hostname its facts. Without HTTPS of its own, the certificate becomes an orphan.
 * @param facts SQL for them as JSON, with `given` as `?2`
 */
export function takeFacts(
  db: D1Database,
  host: Hostname,
  facts: string,
  given: string,
  nowMs: number,
): D1PreparedStatement[] {
  const values = [
    ...OF_DNS.map((name) => `${name} = f.facts ->> '${name}'`),
    ...OF_CERTIFICATE.map((name) => `${name} = iif(https_requested, f.facts ->> '${name}', NULL)`),
  ];
  return [
    db
      .prepare(`UPDATE hosts SET ${values.join(", ")} FROM (SELECT ${facts} AS facts) f WHERE host = ?1`)
      .bind(host, given),
    db
      .prepare(
        `INSERT INTO orphaned_certificates (id, hostname, due_at)
         SELECT f.facts ->> 'certificate' ->> 'id', ltrim(?1, '*.'), ?3 FROM hosts, (SELECT ${facts} AS facts) f
         WHERE host = ?1 AND certificate IS NULL AND f.facts ->> 'certificate' IS NOT NULL ON CONFLICT DO NOTHING`,
      )
      .bind(host, given, nowMs),
  ];
}

/** Has a claim that waits, given by its key, forget the facts that its hostname took with it, or all of a hostname that wait. */
export function forgetFacts(db: D1Database, by: "host" | "name", value: string): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE hosts SET certificate = NULL, ssl_issued_at = NULL, ssl_renews_at = NULL, behind_since = NULL
       WHERE ${by} = ?1 AND waiting_since IS NOT NULL`,
    )
    .bind(value);
}

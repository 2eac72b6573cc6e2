import type { Hostname } from "../../domain/hostname.ts";
import { waitingKey } from "../../domain/claim-key.ts";
import { settingsOf } from "../../domain/field/field.ts";
import { HOST_FIELDS } from "../../domain/field/host.ts";
import type { HostChange } from "../../domain/host.ts";
import { assertThat } from "../commit.ts";
import { noteOrphan } from "./orphaned-certificate.ts";
import { toColumn } from "../field.ts";
import { assignAppearance } from "../page/appearance.ts";

export interface NewHost {
  host: Hostname;
  domain: string;
  tld: string;
  workspaceId: string;
  createdBy: string;
  connectedVia: string;
  nowMs: number;
}

/** The most claims of a workspace that may wait for proof. */
export const MAX_WAITING_CLAIMS = 100;

/**
 * Inserts a claim that holds its hostname, or waits for it. Fails on a unique constraint if the
 * workspace already has a claim on the hostname, or if another workspace holds it.
 * @throws AssertionError `host_limit`, from the commit; also if too many claims wait
 */
export function insertHost(
  db: D1Database,
  host: NewHost,
  { isWaiting, maxHosts }: { isWaiting: boolean; maxHosts: number | null },
): D1PreparedStatement[] {
  const statements = [
    db
      .prepare(
        `INSERT INTO hosts (host, workspace_id, domain, tld, connected_via, connected_at, created_by,
           created_at, updated_at, check_due_at, waiting_since, claim_due_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?6, ?6, ?8, ?9, ?9)`,
      )
      .bind(
        isWaiting ? waitingKey(host.host, host.workspaceId) : host.host,
        host.workspaceId,
        host.domain,
        host.tld,
        host.connectedVia,
        host.nowMs,
        host.createdBy,
        // The previous version of the Worker checks every claim whose `check_due_at` has passed.
        isWaiting ? Number.MAX_SAFE_INTEGER : host.nowMs,
        isWaiting ? host.nowMs : null,
      ),
    db.prepare("UPDATE workspaces SET host_count = host_count + 1 WHERE id = ?1").bind(host.workspaceId),
  ];
  if (isWaiting) {
    const condition = `SELECT count(*) <= ${MAX_WAITING_CLAIMS} FROM hosts INDEXED BY hosts_waiting
      WHERE workspace_id = ? AND waiting_since IS NOT NULL`;
    statements.push(assertThat(db, "host_limit", condition, host.workspaceId));
  }
  if (maxHosts !== null) {
    const condition = "SELECT host_count <= ?1 FROM workspaces WHERE id = ?2";
    statements.push(assertThat(db, "host_limit", condition, maxHosts, host.workspaceId));
  }
  return statements;
}

/** Clears the columns of the certificate, and its errors. */
const CLEAR_CERTIFICATE = `certificate = NULL, ssl_issued_at = NULL, ssl_renews_at = NULL, errors = (
  SELECT json_group_array(json(value)) FROM json_each(errors) WHERE value ->> 'scope' <> 'certificate')`;

/** If the platform in front of the Worker owns TLS, a certificate counts as issued while DNS is correct. */
const COUNT_AS_ISSUED = "ssl_issued_at = CASE WHEN correct THEN coalesce(ssl_issued_at, ?) END";

/** Updates the fields of a change. If HTTPS is turned off, the certificate becomes an orphan. */
export function updateHostSettings(
  db: D1Database,
  workspaceId: string,
  host: Hostname,
  change: HostChange,
  nowMs: number,
  { issuesCertificates }: { issuesCertificates: boolean },
): D1PreparedStatement[] {
  // `updated_at` identifies a version, so that each write must give it a new value.
  const assignments = ["updated_at = max(updated_at + 1, ?)"];
  const values: unknown[] = [];
  const statements: D1PreparedStatement[] = [];
  for (const [name, field] of settingsOf(HOST_FIELDS)) {
    const { [name]: value } = change;
    if (value === undefined) continue;
    // Browsers keep HSTS until another header makes them forget it.
    const isTakenBack = name === "hsts" && value === null;
    assignments.push(`${field.column} = ${isTakenBack ? "iif(hsts IS NULL, NULL, ?)" : "?"}`);
    values.push(toColumn(field, value));
  }
  for (const { assignment, value } of assignAppearance(change)) {
    assignments.push(assignment);
    values.push(value);
  }
  if (change.httpsRequested === false) {
    statements.push(noteOrphan(db, workspaceId, host, nowMs));
    assignments.push(CLEAR_CERTIFICATE);
  }
  if (change.httpsRequested === true && !issuesCertificates) {
    assignments.push(COUNT_AS_ISSUED);
    values.push(nowMs);
  }
  const update = db
    .prepare(`UPDATE hosts SET ${assignments.join(", ")} WHERE workspace_id = ? AND name = ?`)
    .bind(nowMs, ...values, workspaceId, host);
  return [...statements, update];
}

/** Deletes a claim. Fails on a foreign key while the claim has records. */
export function deleteHost(
  db: D1Database,
  workspaceId: string,
  host: Hostname,
  nowMs: number,
): D1PreparedStatement[] {
  return [
    noteOrphan(db, workspaceId, host, nowMs),
    db.prepare("DELETE FROM hosts WHERE workspace_id = ?1 AND name = ?2").bind(workspaceId, host),
    db.prepare("UPDATE workspaces SET host_count = host_count - changes() WHERE id = ?1").bind(workspaceId),
  ];
}

/** Asserts that the workspace holds no other hostnames; else the commit fails with `stale_version`. */
export function assertHeldNames(db: D1Database, workspaceId: string, hosts: Hostname[]): D1PreparedStatement {
  const condition = `NOT EXISTS (SELECT 1 FROM hosts WHERE workspace_id = ?1 AND waiting_since IS NULL
    AND host NOT IN (SELECT value FROM json_each(?2)))`;
  return assertThat(db, "stale_version", condition, workspaceId, JSON.stringify(hosts));
}

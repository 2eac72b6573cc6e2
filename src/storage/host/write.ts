import type { Hostname } from "../../domain/hostname.ts";
import { waitingKey } from "../../domain/claim-key.ts";
import type { BrandingChange, OwnPagesChange } from "../../domain/branding.ts";
import { HSTS_TAKEN_BACK, type Hsts } from "../../domain/hsts.ts";
import type { Misses } from "../../domain/misses.ts";
import { assertThat } from "../commit.ts";
import { noteOrphan } from "./orphaned-certificate.ts";
import type { HostRow } from "./row.ts";
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

/** The fields of a hostname that its owner can change. An absent field is not changed. */
export interface HostChange {
  httpsRequested?: boolean;
  forceHttps?: boolean;
  shortLinksEnabled?: boolean;
  expiredUrl?: string | null;
  notFoundUrl?: string | null;
  /** Null switches HSTS off. */
  hsts?: Hsts | null;
  misses?: Misses;
  /** Merged by member; null clears all. */
  branding?: BrandingChange | null;
  pages?: OwnPagesChange | null;
  isPreviewOff?: boolean;
}

const CHANGEABLE = {
  httpsRequested: "https_requested",
  forceHttps: "force_https",
  shortLinksEnabled: "short_links_enabled",
  expiredUrl: "expired_url",
  notFoundUrl: "not_found_url",
  isPreviewOff: "preview_off",
} as const satisfies Record<
  Exclude<keyof HostChange, "hsts" | "misses" | "branding" | "pages">,
  keyof HostRow
>;

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
  const written = (Object.keys(CHANGEABLE) as (keyof typeof CHANGEABLE)[]).filter(
    (field) => change[field] !== undefined,
  );
  const values: unknown[] = written
    .map((field) => change[field])
    .map((value) => (typeof value === "boolean" ? Number(value) : value));
  const columns = written.map((field) => `${CHANGEABLE[field]} = ?`);
  // `updated_at` identifies a version, so that each write must give it a new value.
  const assignments = ["updated_at = max(updated_at + 1, ?)", ...columns];
  const statements: D1PreparedStatement[] = [];
  if (change.hsts !== undefined) {
    // Browsers keep the header until another header makes them forget it.
    assignments.push(change.hsts === null ? "hsts = iif(hsts IS NULL, NULL, ?)" : "hsts = ?");
    values.push(JSON.stringify(change.hsts ?? HSTS_TAKEN_BACK));
  }
  if (change.misses !== undefined) {
    assignments.push("misses = nullif(?, 'unmatched')");
    values.push(change.misses);
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

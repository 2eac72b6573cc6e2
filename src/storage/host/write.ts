import { waitingKey } from "../../domain/claim-key.ts";
import type { Proof } from "../claim/write.ts";
import { assertThat } from "../commit.ts";
import { orphanCertificate } from "./certificate.ts";

/** A claim on a hostname as the database has it. */
export interface HostRow {
  /** The key of the claim: the hostname itself where it holds the hostname. */
  host: string;
  /** The hostname. */
  name: string;
  workspace_id: string;
  domain: string;
  tld: string;
  https_requested: number;
  force_https: number;
  short_links_enabled: number;
  expired_url: string | null;
  not_found_url: string | null;
  correct: number;
  current: string;
  errors: string;
  ssl_issued_at: number | null;
  ssl_renews_at: number | null;
  connected_via: string;
  connected_at: number;
  dns_verified_at: number | null;
  checked_at: number | null;
  /** How the last check found the claim proven. */
  proof: Proof | null;
  /** Since when it holds the hostname with proof. */
  proven_at: number | null;
  /** Since when it waits; null where it holds the hostname. */
  waiting_since: number | null;
  absent_since: number | null;
  /** The workspace that it gave the hostname to. */
  yielded_to: string | null;
  /** When DNS and certificate are looked at next. */
  check_due_at: number;
  /** When `correct` last changed; 0 where it never did. */
  turned_at: number;
  /** JSON of the certificate that was asked for. */
  certificate: string | null;
  created_by: string;
  created_at: number;
  updated_at: number;
  /** Records on it by handler, kept by their writes. */
  short_urls: number;
  qr_codes: number;
  redirects: number;
  migrations: number;
}

/** Whether the claim holds its hostname, and so answers visitors. */
export function isHeld(row: Pick<HostRow, "waiting_since"> | undefined): boolean {
  return row?.waiting_since === null;
}

/** Counts the records of a claim. */
export function countRecordsOn(row: HostRow): number {
  return row.short_urls + row.qr_codes + row.redirects + row.migrations;
}

/** Those of the hostnames that are connected to the workspace, held or not, by name. */
export async function listHosts(
  db: D1Database,
  workspaceId: string,
  hosts: string[],
): Promise<Map<string, HostRow>> {
  const { results } = await db
    .prepare("SELECT h.* FROM json_each(?1) c CROSS JOIN hosts h ON h.name = c.value AND h.workspace_id = ?2")
    .bind(JSON.stringify([...new Set(hosts)]), workspaceId)
    .all<HostRow>();
  return new Map(results.map((row) => [row.name, row]));
}

/** Counts the claims of a workspace that hold no hostname. */
export async function countWaiting(db: D1Database, workspaceId: string): Promise<number> {
  const row = await db
    .prepare(
      "SELECT count(*) AS count FROM hosts INDEXED BY hosts_waiting WHERE workspace_id = ?1 AND waiting_since IS NOT NULL",
    )
    .bind(workspaceId)
    .first<{ count: number }>();
  return row?.count ?? 0;
}

export interface NewHost {
  host: string;
  domain: string;
  tld: string;
  workspaceId: string;
  createdBy: string;
  connectedVia: string;
  nowMs: number;
}

/** Claims without the proof that they need; a workspace has at most so many. */
export const MAX_WAITING_CLAIMS = 100;

/**
 * Connects a hostname by a claim that holds it, or waits. Fails on a unique constraint where the
 * workspace has a claim already, or another holds the hostname.
 * @throws AssertionError `host_limit`, from the commit: also where too many claims wait
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
        // The previous version of the Worker takes no waiting claim for one that is due.
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

/** A hostname with what its answers show beside its row. */
export interface HostFacts {
  row: HostRow;
  creatorName: string;
  /** Of the workspace's own CNAME target. */
  label: string;
  /** Of the installation, counted up to two. */
  workspaceCount: number;
  /** When a name below the CNAME target was last seen to resolve. */
  targetSeenAtMs: number | null;
  /** Records by handler. */
  counts: Record<string, number>;
}

type FactsRow = HostRow & {
  creator_name: string;
  label: string;
  workspaces: number;
  target_seen_at: number | null;
};

const FACTS = `SELECT h.*, u.name AS creator_name, w.label,
    (SELECT count(*) FROM (SELECT 1 FROM workspaces LIMIT 2)) AS workspaces,
    (SELECT max(seen_at) FROM cname_targets WHERE target = ?1) AS target_seen_at
  FROM hosts h JOIN users u ON u.id = h.created_by JOIN workspaces w ON w.id = h.workspace_id`;

function toFacts({ creator_name, label, workspaces, target_seen_at, ...row }: FactsRow): HostFacts {
  const counts = [
    ["migration", row.migrations],
    ["qr", row.qr_codes],
    ["redirect", row.redirects],
    ["short-url", row.short_urls],
  ] as const;
  return {
    row,
    creatorName: creator_name,
    label,
    workspaceCount: workspaces,
    targetSeenAtMs: target_seen_at,
    counts: Object.fromEntries(counts.filter(([, count]) => count > 0)),
  };
}

/** @param cnameTarget names below which are workspaces' own targets */
export async function findHost(
  db: D1Database,
  cnameTarget: string,
  workspaceId: string,
  host: string,
): Promise<HostFacts | null> {
  const row = await db
    .prepare(`${FACTS} WHERE h.name = ?2 AND h.workspace_id = ?3`)
    .bind(cnameTarget, host, workspaceId)
    .first<FactsRow>();
  return row === null ? null : toFacts(row);
}

interface HostPage {
  search?: string;
  shortLinksEnabled?: boolean;
  after: string | null;
  isBackward: boolean;
  limit: number;
}

/** Hostnames by the key of their claim, behind the key `after`: by name, those that wait after longer names. */
export async function listHostFacts(
  db: D1Database,
  cnameTarget: string,
  workspaceId: string,
  page: HostPage,
): Promise<HostFacts[]> {
  const [operator, direction] = page.isBackward ? ["<", "DESC"] : [">", "ASC"];
  const { results } = await db
    .prepare(
      `${FACTS} WHERE h.workspace_id = ?2 AND (?3 IS NULL OR h.host ${operator} ?3)
         AND (?4 IS NULL OR instr(h.name, ?4) > 0) AND (?5 IS NULL OR h.short_links_enabled = ?5)
       ORDER BY h.host ${direction} LIMIT ?6`,
    )
    .bind(
      cnameTarget,
      workspaceId,
      page.after,
      page.search?.toLowerCase() ?? null,
      page.shortLinksEnabled === undefined ? null : Number(page.shortLinksEnabled),
      page.limit,
    )
    .all<FactsRow>();
  return results.map(toFacts);
}

/** What an owner can change of a hostname; what is absent stays. */
export interface HostChange {
  httpsRequested?: boolean;
  forceHttps?: boolean;
  shortLinksEnabled?: boolean;
  expiredUrl?: string | null;
  notFoundUrl?: string | null;
}

const CHANGEABLE = {
  httpsRequested: "https_requested",
  forceHttps: "force_https",
  shortLinksEnabled: "short_links_enabled",
  expiredUrl: "expired_url",
  notFoundUrl: "not_found_url",
} as const satisfies Record<keyof HostChange, keyof HostRow>;

/** What no longer wants a certificate has none, and nothing to tell of one. */
const WITHOUT_CERTIFICATE = `certificate = NULL, ssl_issued_at = NULL, ssl_renews_at = NULL, errors = (
  SELECT json_group_array(json(value)) FROM json_each(errors) WHERE value ->> 'scope' <> 'certificate')`;

/** Where the platform in front owns TLS, a certificate counts as issued while DNS is correct. */
const COUNTED_AS_ISSUED = "ssl_issued_at = CASE WHEN correct THEN coalesce(ssl_issued_at, ?) END";

export function updateHost(
  db: D1Database,
  workspaceId: string,
  host: string,
  change: HostChange,
  nowMs: number,
  { issuesCertificates }: { issuesCertificates: boolean },
): D1PreparedStatement[] {
  const written = (Object.keys(CHANGEABLE) as (keyof HostChange)[]).filter(
    (field) => change[field] !== undefined,
  );
  const values = written
    .map((field) => change[field])
    .map((value) => (typeof value === "boolean" ? Number(value) : value));
  const columns = ["updated_at", ...written.map((field) => CHANGEABLE[field])];
  const assignments = columns.map((column) => `${column} = ?`);
  const statements: D1PreparedStatement[] = [];
  if (change.httpsRequested === false) {
    statements.push(orphanCertificate(db, workspaceId, host, nowMs));
    assignments.push(WITHOUT_CERTIFICATE);
  }
  if (change.httpsRequested === true && !issuesCertificates) {
    assignments.push(COUNTED_AS_ISSUED);
    values.push(nowMs);
  }
  const update = db
    .prepare(`UPDATE hosts SET ${assignments.join(", ")} WHERE workspace_id = ? AND name = ?`)
    .bind(nowMs, ...values, workspaceId, host);
  return [...statements, update];
}

/** Fails on a foreign key while records live on the hostname. */
export function deleteHost(
  db: D1Database,
  workspaceId: string,
  host: string,
  nowMs: number,
): D1PreparedStatement[] {
  return [
    orphanCertificate(db, workspaceId, host, nowMs),
    db.prepare("DELETE FROM hosts WHERE workspace_id = ?1 AND name = ?2").bind(workspaceId, host),
    db.prepare("UPDATE workspaces SET host_count = host_count - changes() WHERE id = ?1").bind(workspaceId),
  ];
}

import { assertThat } from "./commit.ts";
import { orphanCertificate } from "./orphaned-certificates.ts";

/** A connected hostname as the database has it. */
export interface HostRow {
  host: string;
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

/** Those of the hostnames that are connected to the workspace. */
export async function listHosts(
  db: D1Database,
  workspaceId: string,
  hosts: string[],
): Promise<Map<string, HostRow>> {
  const { results } = await db
    .prepare(
      "SELECT h.* FROM json_each(?1) c CROSS JOIN hosts h ON h.host = c.value WHERE h.workspace_id = ?2",
    )
    .bind(JSON.stringify([...new Set(hosts)]), workspaceId)
    .all<HostRow>();
  return new Map(results.map((row) => [row.host, row]));
}

/** Lists the names of a workspace's hostnames. */
export async function listHostNames(db: D1Database, workspaceId: string): Promise<string[]> {
  const { results } = await db
    .prepare("SELECT host FROM hosts WHERE workspace_id = ?1")
    .bind(workspaceId)
    .all<{ host: string }>();
  return results.map(({ host }) => host);
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

/**
 * Connects a hostname. Fails on a unique constraint where anybody has it already.
 * @throws AssertionError `host_limit`, from the commit
 */
export function insertHost(db: D1Database, host: NewHost, maxHosts: number | null): D1PreparedStatement[] {
  const statements = [
    db
      .prepare(
        `INSERT INTO hosts (host, workspace_id, domain, tld, connected_via, connected_at, created_by,
           created_at, updated_at, check_due_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?6, ?6, ?6)`,
      )
      .bind(
        host.host,
        host.workspaceId,
        host.domain,
        host.tld,
        host.connectedVia,
        host.nowMs,
        host.createdBy,
      ),
    db.prepare("UPDATE workspaces SET host_count = host_count + 1 WHERE id = ?1").bind(host.workspaceId),
  ];
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
  /** Records by handler. */
  counts: Record<string, number>;
}

type FactsRow = HostRow & { creator_name: string };

const FACTS = `SELECT h.*, u.name AS creator_name FROM hosts h JOIN users u ON u.id = h.created_by`;

function toFacts({ creator_name, ...row }: FactsRow): HostFacts {
  const counts = [
    ["migration", row.migrations],
    ["qr", row.qr_codes],
    ["redirect", row.redirects],
    ["short-url", row.short_urls],
  ] as const;
  return {
    row,
    creatorName: creator_name,
    counts: Object.fromEntries(counts.filter(([, count]) => count > 0)),
  };
}

export async function findHost(db: D1Database, workspaceId: string, host: string): Promise<HostFacts | null> {
  const row = await db
    .prepare(`${FACTS} WHERE h.host = ?1 AND h.workspace_id = ?2`)
    .bind(host, workspaceId)
    .first<FactsRow>();
  return row === null ? null : toFacts(row);
}

export interface HostPage {
  search?: string;
  shortLinksEnabled?: boolean;
  after: string | null;
  isBackward: boolean;
  limit: number;
}

/** Hostnames by name, behind the name `after`. */
export async function listHostFacts(
  db: D1Database,
  workspaceId: string,
  page: HostPage,
): Promise<HostFacts[]> {
  const [operator, direction] = page.isBackward ? ["<", "DESC"] : [">", "ASC"];
  const { results } = await db
    .prepare(
      `${FACTS} WHERE h.workspace_id = ?1 AND (?2 IS NULL OR h.host ${operator} ?2)
         AND (?3 IS NULL OR instr(h.host, ?3) > 0) AND (?4 IS NULL OR h.short_links_enabled = ?4)
       ORDER BY h.host ${direction} LIMIT ?5`,
    )
    .bind(
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
    .prepare(`UPDATE hosts SET ${assignments.join(", ")} WHERE workspace_id = ? AND host = ?`)
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
    db.prepare("DELETE FROM hosts WHERE workspace_id = ?1 AND host = ?2").bind(workspaceId, host),
    db.prepare("UPDATE workspaces SET host_count = host_count - changes() WHERE id = ?1").bind(workspaceId),
  ];
}

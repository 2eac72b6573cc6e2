import { assertThat } from "./commit.ts";

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
  created_by: string;
  created_at: number;
  updated_at: number;
}

/** Those of the hostnames that are connected to the workspace. */
export async function listHosts(
  db: D1Database,
  workspaceId: string,
  hosts: string[],
): Promise<Map<string, HostRow>> {
  const { results } = await db
    .prepare("SELECT h.* FROM json_each(?1) c JOIN hosts h ON h.host = c.value WHERE h.workspace_id = ?2")
    .bind(JSON.stringify([...new Set(hosts)]), workspaceId)
    .all<HostRow>();
  return new Map(results.map((row) => [row.host, row]));
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
        `INSERT INTO hosts (host, workspace_id, domain, tld, connected_via, connected_at, created_by, created_at, updated_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?6, ?6)`,
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

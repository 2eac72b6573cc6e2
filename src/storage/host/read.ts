import type { ListPart } from "../../domain/list.ts";
import type { Hostname } from "../../domain/hostname.ts";
import type { HostDetails, Host } from "../../domain/host.ts";
import type { Reach } from "../../domain/reach.ts";
import { hostsParameter, nameWithin } from "../reach.ts";
import { toHost, type HostRow } from "./row.ts";

/** Selects the given hostnames that the workspace has claimed, held or not, by name. */
export async function selectHosts(
  db: D1Database,
  reach: Reach,
  names: Hostname[],
): Promise<Map<Hostname, Host>> {
  const { results } = await db
    .prepare(
      `SELECT h.* FROM json_each(?1) c CROSS JOIN hosts h ON h.name = c.value AND h.workspace_id = ?2
       WHERE ${nameWithin("h.name", "?3")}`,
    )
    .bind(JSON.stringify([...new Set(names)]), reach.workspaceId, hostsParameter(reach))
    .all<HostRow>();
  return new Map(results.map((row) => [row.name, toHost(row)]));
}

/** Selects the given hostnames that any workspace holds. */
export async function selectHeldHosts(db: D1Database, names: Hostname[]): Promise<Host[]> {
  const { results } = await db
    .prepare("SELECT h.* FROM json_each(?1) c CROSS JOIN hosts h ON h.host = c.value")
    .bind(JSON.stringify(names))
    .all<HostRow>();
  return results.map(toHost);
}

/** Selects the names of the hostnames that the workspace holds. */
export async function selectHeldNames(db: D1Database, workspaceId: string): Promise<Hostname[]> {
  const { results } = await db
    .prepare("SELECT host FROM hosts WHERE workspace_id = ?1 AND waiting_since IS NULL")
    .bind(workspaceId)
    .all<{ host: Hostname }>();
  return results.map(({ host }) => host);
}

/** Returns whether any workspace holds one of the hostnames. */
export async function isAnyHeld(db: D1Database, names: Hostname[]): Promise<boolean> {
  const row = await db
    .prepare("SELECT 1 FROM json_each(?1) c CROSS JOIN hosts h ON h.host = c.value LIMIT 1")
    .bind(JSON.stringify(names))
    .first();
  return row !== null;
}

/** Returns whether a workspace holds the hostname and has requested a certificate for it. */
export async function isHttpsRequested(db: D1Database, name: Hostname): Promise<boolean> {
  const row = await db
    .prepare("SELECT https_requested FROM hosts WHERE host = ?1")
    .bind(name)
    .first<{ https_requested: number }>();
  return row?.https_requested === 1;
}

export async function countWaitingClaims(db: D1Database, workspaceId: string): Promise<number> {
  const row = await db
    .prepare(
      "SELECT count(*) AS count FROM hosts INDEXED BY hosts_waiting WHERE workspace_id = ?1 AND waiting_since IS NOT NULL",
    )
    .bind(workspaceId)
    .first<{ count: number }>();
  return row?.count ?? 0;
}

type DetailsRow = HostRow & {
  creator_name: string;
  label: string;
  workspaces: number;
  target_seen_at: number | null;
};

const DETAILS = `SELECT h.*, u.name AS creator_name, w.label,
    (SELECT count(*) FROM (SELECT 1 FROM workspaces LIMIT 2)) AS workspaces,
    (SELECT max(seen_at) FROM cname_targets WHERE target = ?1) AS target_seen_at
  FROM hosts h JOIN users u ON u.id = h.created_by JOIN workspaces w ON w.id = h.workspace_id`;

function toDetails(row: DetailsRow): HostDetails {
  return {
    claim: { ...toHost(row), label: row.label },
    creatorName: row.creator_name,
    workspaceCount: row.workspaces,
    targetSeenAtMs: row.target_seen_at,
  };
}

/**
 * Selects a hostname of a workspace, or null.
 * @param cnameTarget the name below which workspaces have their own CNAME targets
 */
export async function selectHostDetails(
  db: D1Database,
  cnameTarget: string,
  reach: Reach,
  name: Hostname,
): Promise<HostDetails | null> {
  const row = await db
    .prepare(`${DETAILS} WHERE h.name = ?2 AND h.workspace_id = ?3 AND ${nameWithin("h.name", "?4")}`)
    .bind(cnameTarget, name, reach.workspaceId, hostsParameter(reach))
    .first<DetailsRow>();
  return row === null ? null : toDetails(row);
}

/** The position is the time when a claim was made, and its key. */
interface HostPage extends ListPart<[createdAtMs: number, key: string]> {
  /** A substring of the name. */
  search?: string;
  shortLinksEnabled?: boolean;
  isDnsCorrect?: boolean;
  isDnsWrong?: boolean;
  isHeld?: boolean;
  isWildcard?: boolean;
}

/** Selects a page of a workspace's hostnames, newest first; hostnames of the same time by key. */
export async function selectHostPage(
  db: D1Database,
  cnameTarget: string,
  reach: Reach,
  page: HostPage,
): Promise<HostDetails[]> {
  const [operator, direction] = page.isBackward ? [">", "ASC"] : ["<", "DESC"];
  const { results } = await db
    .prepare(
      `${DETAILS} WHERE h.workspace_id = ?2 AND (?3 IS NULL OR (h.created_at, h.host) ${operator} (?3, ?7))
         AND (?4 IS NULL OR instr(h.name, ?4) > 0) AND (?5 IS NULL OR h.short_links_enabled = ?5)
         AND (?9 IS NULL OR h.correct = ?9) AND (?11 IS NULL OR coalesce(h.dns_wrong, 0) = ?11) AND (?10 IS NULL OR (h.waiting_since IS NULL) = ?10)
         AND (?12 IS NULL OR (h.name LIKE '*.%') = ?12)
         AND ${nameWithin("h.name", "?8")}
       ORDER BY h.created_at ${direction}, h.host ${direction} LIMIT ?6`,
    )
    .bind(
      cnameTarget,
      reach.workspaceId,
      page.after?.[0] ?? null,
      page.search?.toLowerCase() ?? null,
      toFlag(page.shortLinksEnabled),
      page.limit,
      page.after?.[1] ?? null,
      hostsParameter(reach),
      toFlag(page.isDnsCorrect),
      toFlag(page.isHeld),
      toFlag(page.isDnsWrong),
      toFlag(page.isWildcard),
    )
    .all<DetailsRow>();
  return results.map(toDetails);
}

function toFlag(value: boolean | undefined): number | null {
  return value === undefined ? null : Number(value);
}

/** Selects hostnames that workspaces hold, in their order behind one of them. */
export async function selectHeldBehind(db: D1Database, after: string, most: number): Promise<Hostname[]> {
  const { results } = await db
    .prepare("SELECT host FROM hosts WHERE host > ?1 AND waiting_since IS NULL ORDER BY host LIMIT ?2")
    .bind(after, most)
    .all<{ host: Hostname }>();
  return results.map(({ host }) => host);
}

import type { Claim } from "../../domain/host.ts";
import { bareHost, type Hostname } from "../../domain/hostname.ts";
import { toHost, type HostRow } from "../host/row.ts";
import type { Condition } from "../statement.ts";

export async function selectClaims(db: D1Database, name: Hostname): Promise<Claim[]> {
  const { results } = await db
    .prepare(
      `SELECT h.*, w.label FROM hosts h INDEXED BY hosts_by_claim CROSS JOIN workspaces w ON w.id = h.workspace_id
       WHERE h.name = ?1 ORDER BY h.connected_at, h.workspace_id`,
    )
    .bind(name)
    .all<HostRow & { label: string }>();
  return results.map((row) => ({ ...toHost(row), label: row.label }));
}

export interface Claimed {
  host: Hostname;
  domain: string;
  workspaceId: string;
}

/**
 * Returns the condition that another workspace holds, with proof, the same hostname, or one below or
 * above it.
 */
export function hasProvenRelative({ host, domain, workspaceId }: Claimed): Condition {
  const bare = bareHost(host);
  return {
    sql: `EXISTS (
      SELECT 1 FROM (
        SELECT ltrim(p.name, '*.') AS name, ? AS own FROM hosts p INDEXED BY hosts_proven
        WHERE p.domain = ? AND p.proven_at IS NOT NULL AND p.workspace_id <> ?
      ) WHERE name = own OR substr(name, -length(own) - 1) = '.' || own
           OR substr(own, -length(name) - 1) = '.' || name)`,
    parameters: [bare, domain, workspaceId],
  };
}

export function hasMoreWorkspacesOr(few: number, { sql, parameters }: Condition): Condition {
  return { sql: `(SELECT count(*) FROM workspaces) > ${few} OR ${sql}`, parameters };
}

/** Selects the given rules that the Public Suffix List has. Rules of one label are not stored. */
export async function selectPublicSuffixes(db: D1Database, rules: string[]): Promise<Set<string>> {
  const { results } = await db
    .prepare("SELECT p.rule FROM json_each(?1) c CROSS JOIN public_suffixes p ON p.rule = c.value")
    .bind(JSON.stringify(rules))
    .all<{ rule: string }>();
  return new Set(results.map(({ rule }) => rule));
}

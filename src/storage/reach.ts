import type { ClaimKey } from "../domain/claim-key.ts";
import type { Hostname } from "../domain/hostname.ts";
import type { Reach } from "../domain/reach.ts";

/** Conditions for the hostnames of a reach in SQL, as one parameter, which is null for a whole workspace. */

export function hostsParameter({ hosts }: Reach): string | null {
  return hosts === null ? null : JSON.stringify(hosts);
}

export function toHostsColumn(hosts: readonly Hostname[] | null): string | null {
  return hosts === null ? null : JSON.stringify(hosts);
}

/** Converts a reach to the column of a change or check, where its first hostname is looked for. */
export function toReachColumn({ hosts }: Reach): string | null {
  return toHostsColumn(hosts?.toSorted() ?? null);
}

export function fromHostsColumn(text: string | null): Hostname[] | null {
  return text === null ? null : (JSON.parse(text) as Hostname[]);
}

export function nameWithin(column: string, hosts: `?${number}`): string {
  return `(${hosts} IS NULL OR ${column} IN (SELECT value FROM json_each(${hosts})))`;
}

/**
 * Returns a condition on a column with keys of claims, as records have.
 * @param workspace the parameter with the id of the workspace
 */
export function keyWithin(column: string, hosts: `?${number}`, workspace: `?${number}`): string {
  return `(${hosts} IS NULL OR ${column} IN (
    SELECT kept.host FROM json_each(${hosts}) reached
    CROSS JOIN hosts kept ON kept.name = reached.value AND kept.workspace_id = ${workspace}))`;
}

export interface ClaimSize {
  key: ClaimKey;
  count: number;
}

export async function selectClaims(
  db: D1Database,
  { workspaceId }: Reach,
  names: readonly Hostname[],
): Promise<ClaimSize[]> {
  const { results } = await db
    .prepare(
      "SELECT h.host AS key, h.record_count AS count FROM json_each(?1) c CROSS JOIN hosts h ON h.name = c.value AND h.workspace_id = ?2",
    )
    .bind(JSON.stringify(names), workspaceId)
    .all<ClaimSize>();
  return results;
}

/** Counts the records on some hostnames of a workspace, from the counters of these hostnames. */
export async function selectCountOnHosts(
  db: D1Database,
  { workspaceId }: Reach,
  names: readonly Hostname[],
): Promise<number> {
  const row = await db
    .prepare(
      `SELECT coalesce(sum(h.record_count), 0) AS count FROM json_each(?1) c
       CROSS JOIN hosts h ON h.name = c.value AND h.workspace_id = ?2`,
    )
    .bind(JSON.stringify(names), workspaceId)
    .first<{ count: number }>();
  return row?.count ?? 0;
}

import type { Reach } from "../domain/reach.ts";

/** The hostnames of a reach in SQL: one parameter, null for a whole workspace. */

/** Converts the hostnames of a reach to the parameter that the conditions below take. */
export function hostsParameter({ hosts }: Reach): string | null {
  return hosts === null ? null : JSON.stringify(hosts);
}

/** Converts the column of a table to the reach that it holds. */
export function toHostsColumn(hosts: readonly string[] | null): string | null {
  return hosts === null ? null : JSON.stringify(hosts);
}

export function fromHostsColumn(text: string | null): string[] | null {
  return text === null ? null : (JSON.parse(text) as string[]);
}

/** Returns a condition on a column that holds names of hostnames. */
export function nameWithin(column: string, hosts: `?${number}`): string {
  return `(${hosts} IS NULL OR ${column} IN (SELECT value FROM json_each(${hosts})))`;
}

/**
 * Returns a condition on a column that holds keys of claims, as records do.
 * @param workspace the parameter with the id of the workspace
 */
export function keyWithin(column: string, hosts: `?${number}`, workspace: `?${number}`): string {
  return `(${hosts} IS NULL OR ${column} IN (
    SELECT kept.host FROM json_each(${hosts}) reached
    CROSS JOIN hosts kept ON kept.name = reached.value AND kept.workspace_id = ${workspace}))`;
}

/** Selects the keys of those claims of a reach that have some names. */
export async function selectClaimKeys(
  db: D1Database,
  { workspaceId }: Reach,
  names: readonly string[],
): Promise<string[]> {
  const { results } = await db
    .prepare(
      "SELECT h.host FROM json_each(?1) c CROSS JOIN hosts h ON h.name = c.value AND h.workspace_id = ?2",
    )
    .bind(JSON.stringify(names), workspaceId)
    .all<{ host: string }>();
  return results.map(({ host }) => host);
}

/** Counts the records on some hostnames of a workspace, from the counters of these hostnames. */
export async function selectCountOnHosts(
  db: D1Database,
  { workspaceId }: Reach,
  names: readonly string[],
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

import type { ClaimKey } from "../domain/claim-key.ts";
import type { Hostname } from "../domain/hostname.ts";
import type { Limits, Reach } from "../domain/reach.ts";
import { foldTag } from "../domain/tag.ts";
import type { Only } from "../domain/token.ts";

/** Conditions for the hostnames and tags of a reach in SQL, each as one parameter, which is null without that limit. */

export function hostsParameter({ hosts }: Reach): string | null {
  return hosts === null ? null : JSON.stringify(hosts);
}

export function tagsParameter({ tags }: Pick<Reach, "tags">): string | null {
  return tags === null ? null : JSON.stringify(tags.map(foldTag));
}

/** Returns the condition that a record has one of the tags. */
export function tagWithin(id: string, tags: `?${number}`, workspace: `?${number}`): string {
  return `(${tags} IS NULL OR EXISTS (SELECT 1 FROM record_tags t WHERE t.workspace_id = ${workspace}
    AND t.record_id = ${id} AND t.tag IN (SELECT value FROM json_each(${tags}))))`;
}

/**
 * Converts limits to the columns of a token or member. Releases that know no tags read `hosts` alone: with tags, or
 * if a token can do only one thing, it is the empty list, so that they find nothing (contract 27.20).
 */
export function toLimitColumns({
  hosts,
  tags,
  only = null,
}: Limits & { only?: Only | null }): [hosts: string | null, limits: string | null] {
  const isPlain = tags === null && only === null;
  return isPlain
    ? [toHostsColumn(hosts), null]
    : ["[]", JSON.stringify({ hosts, tags, ...(only !== null && { only }) })];
}

export function fromLimitColumns(hosts: string | null, limits: string | null): Limits {
  if (limits === null) return { hosts: fromHostsColumn(hosts), tags: null };
  const stored = JSON.parse(limits) as Limits;
  return { hosts: stored.hosts, tags: stored.tags };
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

/** Returns a condition on a column with a JSON list of names: a caller with a limit needs all of them. */
export function listWithin(column: string, hosts: `?${number}`): string {
  return `(${hosts} IS NULL OR (${column} IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM json_each(${column}) WHERE value NOT IN (SELECT value FROM json_each(${hosts})))))`;
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

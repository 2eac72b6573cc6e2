import type { Hostname } from "../../domain/hostname.ts";
import { assertThat } from "../commit.ts";

/** The stored pages that the undo of a chunk shows again, with their content at the time when the chunk was applied. */

/** A page, and the hostname of a record that shows it after the undo. */
export type UndoPage = [host: Hostname, name: string];

/** The same, with the `updated_at` of the page, which names one content of it. */
export type KeptPage = [host: Hostname, name: string, updatedAtMs: number];

/** The hostnames, as `name`, on which undos show a page again. Parameters: workspace, name of the page. */
export const HOSTS_OF_UNDOS = `
  SELECT kept.value ->> 0 AS name FROM changes c
  CROSS JOIN change_chunks k ON k.change_id = c.id AND k.pages IS NOT NULL AND k.undone_by IS NULL
  CROSS JOIN json_each(k.pages) kept
  WHERE c.workspace_id = ?1 AND c.bytes > 0 AND kept.value ->> 1 = ?2`;

/**
 * Keeps the pages of a chunk that the same batch applies.
 * @param n null for the last chunk
 */
export function keepPages(
  db: D1Database,
  { id, workspaceId }: { id: string; workspaceId: string },
  n: number | null,
  pages: UndoPage[],
): D1PreparedStatement[] {
  if (pages.length === 0) return [];
  const statement = db
    .prepare(
      `UPDATE change_chunks SET pages = (
         SELECT json_group_array(json_array(j.value ->> 0, p.name, p.updated_at))
         FROM json_each(?3) j CROSS JOIN pages p ON p.workspace_id = ?4 AND p.name = j.value ->> 1)
       WHERE change_id = ?1 AND n = coalesce(?2, (SELECT max(n) FROM change_chunks WHERE change_id = ?1))`,
    )
    .bind(id, n, JSON.stringify(pages), workspaceId);
  return [statement];
}

export async function selectPageTimes(
  db: D1Database,
  workspaceId: string,
  names: string[],
): Promise<Map<string, number>> {
  if (names.length === 0) return new Map();
  const { results } = await db
    .prepare(
      `SELECT p.name, p.updated_at AS updatedAtMs FROM json_each(?2) j
       CROSS JOIN pages p ON p.workspace_id = ?1 AND p.name = j.value`,
    )
    .bind(workspaceId, JSON.stringify(names))
    .all<{ name: string; updatedAtMs: number }>();
  return new Map(results.map(({ name, updatedAtMs }) => [name, updatedAtMs]));
}

/** Asserts that pages have the content of some times; else the commit fails with `stale_version`. */
export function assertPageTimes(
  db: D1Database,
  workspaceId: string,
  times: ReadonlyMap<string, number>,
): D1PreparedStatement[] {
  if (times.size === 0) return [];
  const condition = `NOT EXISTS (SELECT 1 FROM json_each(?2) j WHERE NOT EXISTS (
    SELECT 1 FROM pages p WHERE p.workspace_id = ?1 AND p.name = j.value ->> 0 AND p.updated_at = j.value ->> 1))`;
  return [assertThat(db, "stale_version", condition, workspaceId, JSON.stringify([...times]))];
}

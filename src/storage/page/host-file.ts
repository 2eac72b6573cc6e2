import type { Hostname } from "../../domain/hostname.ts";
import type { StoredPage } from "../../domain/stored-page.ts";
import { assertThat } from "../commit.ts";
import { PAGE_COLUMNS } from "./read.ts";

/** The files of hostnames (contract 35.14): stored files whose names begin with the hostname and a slash. */

/** Selects the names of the files of hostnames, which the parameter `list` names. */
const namesOf = (list: string) => `SELECT p.name FROM json_each(${list}) c CROSS JOIN pages p
  ON p.workspace_id = ?1 AND p.name > c.value || '/' AND p.name < c.value || '0'`;

/** Selects the files of some hostnames of a workspace, by name. */
export async function selectHostFiles(
  db: D1Database,
  workspaceId: string,
  hosts: Hostname[],
): Promise<StoredPage[]> {
  const { results } = await db
    .prepare(
      `SELECT ${PAGE_COLUMNS} FROM pages WHERE workspace_id = ?1 AND name IN (${namesOf("?2")}) ORDER BY name`,
    )
    .bind(workspaceId, JSON.stringify(hosts))
    .all<StoredPage>();
  return results;
}

export function deleteHostFile(db: D1Database, workspaceId: string, name: string): D1PreparedStatement {
  return db.prepare("DELETE FROM pages WHERE workspace_id = ?1 AND name = ?2").bind(workspaceId, name);
}

/** Asserts that a file was last written at a time, or does not exist (null); else the commit fails with `stale_version`. */
export function assertFileVersion(
  db: D1Database,
  workspaceId: string,
  name: string,
  updatedAtMs: number | null,
): D1PreparedStatement {
  const condition = "(SELECT updated_at FROM pages WHERE workspace_id = ? AND name = ?) IS ?";
  return assertThat(db, "stale_version", condition, workspaceId, name, updatedAtMs);
}

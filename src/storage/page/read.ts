import type { StoredPage } from "../../domain/stored-page.ts";
import type { Slot } from "../../domain/slot.ts";

const PAGE_COLUMNS =
  "name, length(CAST(html AS BLOB)) AS sizeBytes, created_at AS createdAtMs, updated_at AS updatedAtMs";

/** Selects a stored page of a workspace, or null. */
export async function selectPage(
  db: D1Database,
  workspaceId: string,
  name: string,
): Promise<StoredPage | null> {
  return db
    .prepare(`SELECT ${PAGE_COLUMNS} FROM pages WHERE workspace_id = ?1 AND name = ?2`)
    .bind(workspaceId, name)
    .first<StoredPage>();
}

/** Selects all stored pages of a workspace, by name. */
export async function selectPages(db: D1Database, workspaceId: string): Promise<StoredPage[]> {
  const { results } = await db
    .prepare(`SELECT ${PAGE_COLUMNS} FROM pages WHERE workspace_id = ?1 ORDER BY name`)
    .bind(workspaceId)
    .all<StoredPage>();
  return results;
}

/** Selects the HTML of a stored page, or null. */
export async function selectPageHtml(
  db: D1Database,
  workspaceId: string,
  name: string,
): Promise<string | null> {
  const row = await db
    .prepare("SELECT html FROM pages WHERE workspace_id = ?1 AND name = ?2")
    .bind(workspaceId, name)
    .first<{ html: string }>();
  return row?.html ?? null;
}

/** Selects the slots of all records that serve a page. */
export async function selectSlotsOfPage(db: D1Database, workspaceId: string, name: string): Promise<Slot[]> {
  const { results } = await db
    .prepare(`SELECT host, slot FROM records WHERE workspace_id = ?1 AND file = ?2
       UNION
       SELECT r.host, r.slot FROM guarded_pages g CROSS JOIN records r ON r.id = g.record_id
       WHERE g.workspace_id = ?1 AND g.name = ?2`)
    .bind(workspaceId, name)
    .all<Slot>();
  return results;
}

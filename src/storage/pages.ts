/** Stored HTML pages of a workspace, by name. */

export function upsertPage(
  db: D1Database,
  page: { workspaceId: string; name: string; html: string; nowMs: number },
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO pages (workspace_id, name, html, created_at, updated_at) VALUES (?1, ?2, ?3, ?4, ?4)
       ON CONFLICT (workspace_id, name) DO UPDATE SET html = excluded.html, updated_at = excluded.updated_at`,
    )
    .bind(page.workspaceId, page.name, page.html, page.nowMs);
}

/** Fails on a foreign key while a record serves the page. */
export function deletePage(db: D1Database, workspaceId: string, name: string): D1PreparedStatement {
  return db.prepare("DELETE FROM pages WHERE workspace_id = ?1 AND name = ?2").bind(workspaceId, name);
}

export interface PageFacts {
  name: string;
  size: number;
  created_at: number;
  updated_at: number;
}

export async function getPageFacts(
  db: D1Database,
  workspaceId: string,
  name: string,
): Promise<PageFacts | null> {
  return db
    .prepare(
      `SELECT name, length(CAST(html AS BLOB)) AS size, created_at, updated_at
       FROM pages WHERE workspace_id = ?1 AND name = ?2`,
    )
    .bind(workspaceId, name)
    .first<PageFacts>();
}

/** Host and slot of every record that serves the page. */
export async function listSlotsOfPage(
  db: D1Database,
  workspaceId: string,
  name: string,
): Promise<{ host: string; slot: string }[]> {
  const { results } = await db
    .prepare("SELECT DISTINCT host, slot FROM records WHERE workspace_id = ?1 AND file = ?2")
    .bind(workspaceId, name)
    .all<{ host: string; slot: string }>();
  return results;
}

export async function listPageFacts(db: D1Database, workspaceId: string): Promise<PageFacts[]> {
  const { results } = await db
    .prepare(
      `SELECT name, length(CAST(html AS BLOB)) AS size, created_at, updated_at
       FROM pages WHERE workspace_id = ?1 ORDER BY name`,
    )
    .bind(workspaceId)
    .all<PageFacts>();
  return results;
}

export async function getPageHtml(db: D1Database, workspaceId: string, name: string): Promise<string | null> {
  const row = await db
    .prepare("SELECT html FROM pages WHERE workspace_id = ?1 AND name = ?2")
    .bind(workspaceId, name)
    .first<{ html: string }>();
  return row?.html ?? null;
}

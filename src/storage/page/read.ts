import { assertThat } from "../commit.ts";
import type { Slot } from "../../domain/slot.ts";

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
export async function listSlotsOfPage(db: D1Database, workspaceId: string, name: string): Promise<Slot[]> {
  const { results } = await db
    .prepare("SELECT DISTINCT host, slot FROM records WHERE workspace_id = ?1 AND file = ?2")
    .bind(workspaceId, name)
    .all<Slot>();
  return results;
}

/** Asserts that no record in any other slot serves the page; else the commit fails with `stale_version`. */
export function assertSlotsOfPage(
  db: D1Database,
  workspaceId: string,
  name: string,
  slots: Slot[],
): D1PreparedStatement {
  const condition = `NOT EXISTS (
    SELECT 1 FROM records WHERE workspace_id = ?1 AND file = ?2
      AND (host, slot) NOT IN (SELECT value ->> 0, value ->> 1 FROM json_each(?3)))`;
  const known = JSON.stringify(slots.map(({ host, slot }) => [host, slot]));
  return assertThat(db, "stale_version", condition, workspaceId, name, known);
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

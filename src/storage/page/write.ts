import type { Slot } from "../../domain/slot.ts";
import { assertThat } from "../commit.ts";

/** Inserts a stored page, or replaces the one of the same name. */
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

/** Deletes a stored page. Fails on a foreign key while a record serves it. Returns whether there was one. */
export async function deletePageRow(db: D1Database, workspaceId: string, name: string): Promise<boolean> {
  const { meta } = await db
    .prepare("DELETE FROM pages WHERE workspace_id = ?1 AND name = ?2")
    .bind(workspaceId, name)
    .run();
  return meta.changes > 0;
}

/** Asserts that no record outside the slots serves the page; else the commit fails with `stale_version`. */
export function assertSlotsOfPage(
  db: D1Database,
  workspaceId: string,
  name: string,
  slots: Slot[],
): D1PreparedStatement {
  const condition = `NOT EXISTS (
    SELECT 1 FROM (
      SELECT host, slot FROM records WHERE workspace_id = ?1 AND file = ?2
      UNION ALL
      SELECT r.host, r.slot FROM guarded_pages g CROSS JOIN records r ON r.id = g.record_id
      WHERE g.workspace_id = ?1 AND g.name = ?2
    ) WHERE (host, slot) NOT IN (SELECT value ->> 0, value ->> 1 FROM json_each(?3)))`;
  const known = JSON.stringify(slots.map(({ host, slot }) => [host, slot]));
  return assertThat(db, "stale_version", condition, workspaceId, name, known);
}

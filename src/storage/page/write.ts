import type { Slot } from "../../domain/slot.ts";
import type { Reach } from "../../domain/reach.ts";
import { assertThat } from "../commit.ts";
import { hostsParameter } from "../reach.ts";
import { IS_SHOWN, IS_USED_BEYOND, SLOTS_THAT_SHOW } from "./appearance.ts";

/** Inserts a stored file, or replaces the one of the same name. New content gets a new time, which is in its key. */
export function upsertPage(
  db: D1Database,
  page: { workspaceId: string; name: string; type: string; text: string; nowMs: number },
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO pages (workspace_id, name, html, created_at, updated_at, type) VALUES (?1, ?2, ?3, ?4, ?4, ?5)
       ON CONFLICT (workspace_id, name) DO UPDATE SET html = excluded.html, type = excluded.type,
         updated_at = max(excluded.updated_at, updated_at + 1)`,
    )
    .bind(page.workspaceId, page.name, page.text, page.nowMs, page.type);
}

/**
 * Deletes a stored file that neither branding nor pages name. Fails on a foreign key while a record serves it.
 * Returns whether it was deleted.
 */
export async function deletePageRow(db: D1Database, workspaceId: string, name: string): Promise<boolean> {
  const { meta } = await db
    .prepare(`DELETE FROM pages WHERE workspace_id = ?1 AND name = ?2 AND NOT ${IS_SHOWN}`)
    .bind(workspaceId, name)
    .run();
  return meta.changes > 0;
}

/** Asserts that no record or hostname outside the slots shows the file; else the commit fails with `stale_version`. */
export function assertSlotsOfPage(
  db: D1Database,
  workspaceId: string,
  name: string,
  slots: Slot[],
): D1PreparedStatement {
  const condition = `NOT EXISTS (SELECT 1 FROM (${SLOTS_THAT_SHOW})
    WHERE (host, slot) NOT IN (SELECT value ->> 0, value ->> 1 FROM json_each(?3)))`;
  const known = JSON.stringify(slots.map(({ host, slot }) => [host, slot]));
  return assertThat(db, "stale_version", condition, workspaceId, name, known);
}

/** Asserts that no record or hostname outside a reach uses the file; else the commit fails with `stale_version`. */
export function assertNotUsedBeyond(db: D1Database, reach: Reach, name: string): D1PreparedStatement {
  const hosts = hostsParameter(reach);
  return assertThat(db, "stale_version", `NOT ${IS_USED_BEYOND}`, reach.workspaceId, name, hosts);
}

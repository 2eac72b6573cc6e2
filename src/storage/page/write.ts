import type { Slot } from "../../domain/slot.ts";
import { assertThat } from "../commit.ts";
import { IS_SHOWN, SLOTS_THAT_SHOW } from "./appearance.ts";
import { IS_WRITABLE, writerParameters, type PageWriter } from "./writer.ts";

interface NewPage {
  name: string;
  type: string;
  text: string;
  nowMs: number;
}

/** The time of the content after a write. The same content keeps its time, and other content gets a later one. */
const NEXT_TIME = `iif(html = excluded.html AND type = excluded.type, updated_at,
  max(excluded.updated_at, updated_at + 1))`;

/** Inserts a stored file, or replaces the one of the same name. New content gets a new time, which is in its key. */
export function upsertPage(
  db: D1Database,
  { reach, id }: PageWriter,
  { name, type, text, nowMs }: NewPage,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO pages (workspace_id, name, html, created_at, updated_at, type, stored_by, stored_at)
       VALUES (?1, ?2, ?3, ?4, ?4, ?5, ?6, ?4)
       ON CONFLICT (workspace_id, name) DO UPDATE SET html = excluded.html, type = excluded.type,
         updated_at = ${NEXT_TIME}, stored_by = excluded.stored_by, stored_at = ${NEXT_TIME}`,
    )
    .bind(reach.workspaceId, name, text, nowMs, type, id);
}

/**
 * Deletes a stored file that neither branding nor pages name, and that the writer may write. Fails on a foreign key
 * while a record serves it. Returns whether it was deleted.
 */
export async function deletePageRow(db: D1Database, writer: PageWriter, name: string): Promise<boolean> {
  const { meta } = await db
    .prepare(`DELETE FROM pages WHERE workspace_id = ?1 AND name = ?2 AND NOT ${IS_SHOWN} AND ${IS_WRITABLE}`)
    .bind(...writerParameters(writer, name))
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

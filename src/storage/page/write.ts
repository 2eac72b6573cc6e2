import type { Reach } from "../../domain/reach.ts";
import type { Slot } from "../../domain/slot.ts";
import { HOSTS_OF_UNDOS } from "../change/page.ts";
import { assertThat } from "../commit.ts";
import { hostsParameter, keyWithin, nameWithin } from "../reach.ts";
import { IS_SHOWN, SLOTS_THAT_SHOW, CLAIMS_THAT_SHOW } from "./appearance.ts";

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
 * while a record serves it.
 */
export function deletePageRow(db: D1Database, writer: PageWriter, name: string): D1PreparedStatement {
  return db
    .prepare(`DELETE FROM pages WHERE workspace_id = ?1 AND name = ?2 AND NOT ${IS_SHOWN} AND ${IS_WRITABLE}`)
    .bind(...writerParameters(writer, name));
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

// Which stored files a caller who is limited to some hostnames may replace and delete (contract 27.9).

/** A caller who writes stored files. */
export interface PageWriter {
  reach: Reach;
  /** The id of the token, or of the member who calls without one. A token is not its maker: its holder is limited. */
  id: string;
}

function writerParameters({ reach, id }: PageWriter, name: string): (string | null)[] {
  return [reach.workspaceId, name, hostsParameter(reach), id];
}

/** The condition that a hostname outside the reach shows a file, or would show it after an undo. */
const IS_USED_BEYOND = `(?3 IS NOT NULL AND (
  EXISTS (SELECT 1 FROM (${CLAIMS_THAT_SHOW}) WHERE NOT ${keyWithin("host", "?3", "?1")})
  OR EXISTS (SELECT 1 FROM (${HOSTS_OF_UNDOS}) WHERE NOT ${nameWithin("name", "?3")})))`;

/** The condition that somebody else stored the content of a file that nothing shows. */
const IS_FOREIGN = `(?3 IS NOT NULL
  AND EXISTS (SELECT 1 FROM pages p WHERE p.workspace_id = ?1 AND p.name = ?2
    AND (p.stored_by IS NOT ?4 OR p.stored_at IS NOT p.updated_at))
  AND NOT EXISTS (${CLAIMS_THAT_SHOW}) AND NOT EXISTS (${HOSTS_OF_UNDOS}))`;

/** The condition that a caller may store or delete a file. Parameters: those of `writerParameters`. */
const IS_WRITABLE = `NOT ${IS_USED_BEYOND} AND NOT ${IS_FOREIGN}`;

/** Returns why a caller may not write a file: a hostname elsewhere uses it, or it is somebody else's; null if they may. */
export async function selectWriteProblem(
  db: D1Database,
  writer: PageWriter,
  name: string,
): Promise<"used_beyond" | "foreign" | null> {
  return db
    .prepare(
      `SELECT CASE WHEN ${IS_USED_BEYOND} THEN 'used_beyond' WHEN ${IS_FOREIGN} THEN 'foreign' END AS problem`,
    )
    .bind(...writerParameters(writer, name))
    .first<"used_beyond" | "foreign" | null>("problem");
}

export function assertWritable(db: D1Database, writer: PageWriter, name: string): D1PreparedStatement {
  return assertThat(db, "stale_version", IS_WRITABLE, ...writerParameters(writer, name));
}

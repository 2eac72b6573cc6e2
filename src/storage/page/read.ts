import type { ListPart } from "../../domain/list.ts";
import type { StoredPage } from "../../domain/stored-page.ts";
import type { Slot } from "../../domain/slot.ts";
import { SLOTS_THAT_SHOW } from "./appearance.ts";

// Pictures other than SVG are stored as base64.
export const PAGE_COLUMNS = `name, type, iif(type LIKE 'image/%' AND type <> 'image/svg+xml', length(html) / 4 * 3 - (html LIKE '%=') - (html LIKE '%=='),
  length(CAST(html AS BLOB))) AS sizeBytes, created_at AS createdAtMs, updated_at AS updatedAtMs`;

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

export async function selectPages(
  db: D1Database,
  workspaceId: string,
  { after, isBackward, limit }: ListPart<[createdAtMs: number, name: string]>,
): Promise<StoredPage[]> {
  const [operator, direction] = isBackward ? [">", "ASC"] : ["<", "DESC"];
  const { results } = await db
    .prepare(
      `SELECT ${PAGE_COLUMNS} FROM pages INDEXED BY pages_of_workspace
       WHERE workspace_id = ?1 AND instr(name, '/') = 0 AND (?2 IS NULL OR (created_at, name) ${operator} (?2, ?3))
       ORDER BY created_at ${direction}, name ${direction} LIMIT ?4`,
    )
    .bind(workspaceId, after?.[0] ?? null, after?.[1] ?? null, limit)
    .all<StoredPage>();
  return results;
}

/** The content of a stored file: text, or the base64 of a PNG picture. */
export interface FileContent {
  type: string;
  text: string;
}

export async function selectFileContent(
  db: D1Database,
  workspaceId: string,
  name: string,
): Promise<FileContent | null> {
  return db
    .prepare("SELECT type, html AS text FROM pages WHERE workspace_id = ?1 AND name = ?2")
    .bind(workspaceId, name)
    .first<FileContent>();
}

export async function selectSlotsOfPage(db: D1Database, workspaceId: string, name: string): Promise<Slot[]> {
  const { results } = await db.prepare(SLOTS_THAT_SHOW).bind(workspaceId, name).all<Slot>();
  return results;
}

/** Selects stored files with their contents: those of hostnames, or the others. */
export const selectPageTexts =
  (ofHosts: boolean) =>
  async (
    db: D1Database,
    workspaceId: string,
    behind: string,
    limit: number,
  ): Promise<(StoredPage & { html: string })[]> => {
    const { results } = await db
      .prepare(
        `SELECT ${PAGE_COLUMNS}, html FROM pages
         WHERE workspace_id = ?1 AND name > ?2 AND instr(name, '/') ${ofHosts ? ">" : "="} 0 ORDER BY name LIMIT ?3`,
      )
      .bind(workspaceId, behind, limit)
      .all<StoredPage & { html: string }>();
    return results;
  };

import type { ListPart } from "../../domain/list.ts";
import type { Hostname } from "../../domain/hostname.ts";
import type { Reach } from "../../domain/reach.ts";
import { hostsParameter } from "../reach.ts";

export interface Sitemap {
  host: Hostname;
  urls: number;
  updatedAtMs: number;
}

/** Selects the sitemaps within a reach, by hostname. There are no more than claims. */
export async function selectSitemaps(
  db: D1Database,
  reach: Reach,
  { after, isBackward, limit }: ListPart,
): Promise<Sitemap[]> {
  const [operator, direction] = isBackward ? ["<", "DESC"] : [">", "ASC"];
  const { results } = await db
    .prepare(
      `SELECT host, urls, updated_at AS updatedAtMs FROM sitemaps
       WHERE workspace_id = ?1 AND (?2 IS NULL OR host ${operator} ?2) AND ${reach.hosts === null ? "?4 IS NULL" : "host IN (SELECT value FROM json_each(?4))"}
       ORDER BY host ${direction} LIMIT ?3`,
    )
    .bind(reach.workspaceId, after, limit, hostsParameter(reach))
    .all<Sitemap>();
  return results;
}

/** Reads the URLs of a sitemap; an empty list if there is no sitemap. */
export async function readSitemapUrls(
  db: D1Database,
  workspaceId: string,
  host: Hostname,
): Promise<string[]> {
  const { results } = await db
    .prepare("SELECT body FROM sitemap_parts WHERE workspace_id = ?1 AND host = ?2 ORDER BY part")
    .bind(workspaceId, host)
    .all<{ body: number[] }>();
  if (results.length === 0) return [];
  const blob = new Blob(results.map(({ body }) => new Uint8Array(body)));
  const stream = blob.stream().pipeThrough(new DecompressionStream("gzip"));
  return (await new Response(stream).text()).split("\n");
}

/** The size of a part. A value of D1 has at most 2 MB, and a backup writes two characters for each byte. */
const PART_BYTES = 400_000;

interface NewSitemap {
  workspaceId: string;
  host: Hostname;
  urls: string[];
  stamp: string;
  userId: string;
  nowMs: number;
}

/** Prepares the statements that replace the sitemap of a hostname. Its missed paths get new suggestions. */
export async function replaceSitemap(
  db: D1Database,
  { workspaceId, host, urls, stamp, userId, nowMs }: NewSitemap,
): Promise<D1PreparedStatement[]> {
  const stream = new Blob([urls.join("\n")]).stream().pipeThrough(new CompressionStream("gzip"));
  const bytes = await new Response(stream).arrayBuffer();
  const parts = Array.from({ length: Math.ceil(bytes.byteLength / PART_BYTES) }, (_, part) =>
    bytes.slice(part * PART_BYTES, (part + 1) * PART_BYTES),
  );
  return [
    db
      .prepare(
        `INSERT INTO sitemaps (workspace_id, host, urls, stamp, created_by, updated_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
         ON CONFLICT (workspace_id, host) DO UPDATE SET urls = excluded.urls, stamp = excluded.stamp,
           created_by = excluded.created_by, updated_at = excluded.updated_at`,
      )
      .bind(workspaceId, host, urls.length, stamp, userId, nowMs),
    db.prepare("DELETE FROM sitemap_parts WHERE workspace_id = ?1 AND host = ?2").bind(workspaceId, host),
    ...parts.map((body, part) =>
      db
        .prepare("INSERT INTO sitemap_parts (workspace_id, host, part, body) VALUES (?1, ?2, ?3, ?4)")
        .bind(workspaceId, host, part, body),
    ),
    forgetSuggestions(db, workspaceId, host),
  ];
}

/** Deletes a sitemap. The result shows whether there was one. */
export function deleteSitemap(db: D1Database, workspaceId: string, host: Hostname): D1PreparedStatement[] {
  return [
    db.prepare("DELETE FROM sitemaps WHERE workspace_id = ?1 AND host = ?2").bind(workspaceId, host),
    forgetSuggestions(db, workspaceId, host),
  ];
}

function forgetSuggestions(db: D1Database, workspaceId: string, host: Hostname): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE misses SET suggested_at = NULL
       WHERE workspace_id = ?1 AND host = ?2 AND redacted = 0 AND slot LIKE 'p%' AND suggested_at IS NOT NULL`,
    )
    .bind(workspaceId, host);
}

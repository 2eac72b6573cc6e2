import type { Hostname } from "../../domain/hostname.ts";

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

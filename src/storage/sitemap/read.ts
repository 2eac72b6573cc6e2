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
  { after, isBackward, limit }: { after: string | null; isBackward: boolean; limit: number },
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

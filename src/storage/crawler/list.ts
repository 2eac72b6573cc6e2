import { DAY_MS } from "../../domain/time.ts";

/** The published lists of crawlers' addresses, as last read. */

/** The condition that a list of the JSON array `?2` was not tried for a day. */
export const HAS_DUE_LISTS = `EXISTS (
  SELECT 1 FROM json_each(?2) j LEFT JOIN crawler_lists c ON c.url = j.value
  WHERE coalesce(c.tried_at, 0) < ?1 - ${DAY_MS})`;

/**
 * Leases the lists that are due.
 * @param urls the URLs of all lists; rows of other lists are deleted
 * @param dueMs lists that were last tried before this time are due
 */
export async function leaseDueLists(
  db: D1Database,
  urls: string[],
  nowMs: number,
  dueMs: number,
): Promise<string[]> {
  const known = JSON.stringify(urls);
  const [, leased] = await db.batch<{ url: string }>([
    db.prepare("DELETE FROM crawler_lists WHERE url NOT IN (SELECT value FROM json_each(?1))").bind(known),
    db
      .prepare(
        `INSERT INTO crawler_lists (url, tried_at) SELECT value, ?2 FROM json_each(?1) WHERE true
         ON CONFLICT (url) DO UPDATE SET tried_at = excluded.tried_at WHERE tried_at < ?3 RETURNING url`,
      )
      .bind(known, nowMs, dueMs),
  ]);
  return leased?.results.map(({ url }) => url) ?? [];
}

export function makeListsDue(db: D1Database): D1PreparedStatement {
  return db.prepare("UPDATE crawler_lists SET tried_at = 0");
}

export function updateList(
  db: D1Database,
  url: string,
  blocks: string[],
  nowMs: number,
): D1PreparedStatement {
  return db
    .prepare("UPDATE crawler_lists SET blocks = ?2, fetched_at = ?3 WHERE url = ?1")
    .bind(url, JSON.stringify(blocks), nowMs);
}

export async function selectBlocks(db: D1Database): Promise<string[]> {
  const { results } = await db
    .prepare("SELECT DISTINCT value AS block FROM crawler_lists, json_each(blocks)")
    .all<{ block: string }>();
  return results.map(({ block }) => block);
}

import type { RecordFilter } from "../domain/record-filter.ts";
import { countTagged } from "./record-counts.ts";
import { searchPhrase } from "./record-scope.ts";
import { countRecords } from "./workspaces.ts";

/**
 * Which indexes on a filter find so many records that a page in order is found sooner by looking
 * through the records in that order.
 */
export interface Density {
  tags: boolean;
  search: boolean;
}

/** A share of all records: of at least this, a page of 100 is expected within 2,000 records. */
const DENSE = 1 / 20;
/** Of this many records, the newest, full-text search tells how many match. */
const SAMPLE = 2_000;

export async function readDensity(
  db: D1Database,
  workspaceId: string,
  filter: RecordFilter,
): Promise<Density> {
  const { ids, host, source, tags } = filter;
  if (ids !== undefined || (host !== undefined && source)) return { tags: false, search: false };
  const isTagged = tags !== undefined && (await areMany(db, workspaceId, tags));
  const phrase = tags === undefined || isTagged ? searchPhrase(filter) : null;
  return {
    tags: isTagged,
    search: phrase !== null && (await countInSample(db, workspaceId, phrase)) >= SAMPLE * DENSE,
  };
}

async function areMany(db: D1Database, workspaceId: string, tags: string[]): Promise<boolean> {
  const tagged = await countTagged(db, workspaceId, tags);
  return tagged >= SAMPLE && tagged >= (await countRecords(db, workspaceId)) * DENSE;
}

async function countInSample(db: D1Database, workspaceId: string, phrase: string): Promise<number> {
  const row = await db
    .prepare(
      `SELECT count(*) AS count FROM record_search WHERE search_text MATCH ?1
         AND rowid > (SELECT (number << 32) + last_row - ${SAMPLE} FROM workspaces WHERE id = ?2)
         AND rowid <= (SELECT (number << 32) + last_row FROM workspaces WHERE id = ?2)`,
    )
    .bind(phrase, workspaceId)
    .first<{ count: number }>();
  return row?.count ?? 0;
}

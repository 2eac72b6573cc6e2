import type { RecordFilter } from "../../domain/record-filter.ts";
import { countTagged } from "../count/counters.ts";
import { searchPhrase } from "./filter-sql.ts";
import { countRecords } from "../workspace/read.ts";

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
      `WITH newest (row) AS MATERIALIZED (
         SELECT max(row) FROM records
         WHERE row > (SELECT number << 32 FROM workspaces WHERE id = ?2)
           AND row < (SELECT (number + 1) << 32 FROM workspaces WHERE id = ?2))
       SELECT count(*) AS count FROM record_search WHERE search_text MATCH ?1
         AND rowid > (SELECT row - ${SAMPLE} FROM newest) AND rowid <= (SELECT row FROM newest)`,
    )
    .bind(phrase, workspaceId)
    .first<{ count: number }>();
  return row?.count ?? 0;
}

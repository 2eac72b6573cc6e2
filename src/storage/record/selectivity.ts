import type { RecordFilter } from "../../domain/record-filter.ts";
import { selectTaggedCount } from "../count/counters.ts";
import { searchPhrase, type UnselectiveIndexes } from "./filter-sql.ts";
import { selectRecordCount } from "../workspace/read.ts";

/** From this share of all records on, 2,000 records are expected to hold a page of 100. */
const UNSELECTIVE_SHARE = 1 / 20;
/** How many of the newest records full-text search looks at to estimate how many match. */
const SAMPLE = 2_000;

/** Finds the indexes on a filter that are not selective, by counters and a sample. */
export async function findUnselectiveIndexes(
  db: D1Database,
  workspaceId: string,
  filter: RecordFilter,
): Promise<UnselectiveIndexes> {
  const { ids, host, source, tags } = filter;
  if (ids !== undefined || (host !== undefined && source)) return { tags: false, search: false };
  const isTagged = tags !== undefined && (await isCommon(db, workspaceId, tags));
  const phrase = tags === undefined || isTagged ? searchPhrase(filter) : null;
  return {
    tags: isTagged,
    search: phrase !== null && (await countInSample(db, workspaceId, phrase)) >= SAMPLE * UNSELECTIVE_SHARE,
  };
}

async function isCommon(db: D1Database, workspaceId: string, tags: string[]): Promise<boolean> {
  const tagged = await selectTaggedCount(db, workspaceId, tags);
  return tagged >= SAMPLE && tagged >= (await selectRecordCount(db, workspaceId)) * UNSELECTIVE_SHARE;
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

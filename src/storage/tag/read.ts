import type { ListPart } from "../../domain/list.ts";
import type { WholeWorkspace } from "../../domain/reach.ts";
import { foldTag } from "../../domain/tag.ts";

/** Tags of a workspace with the number of records of each, from counters. */

export interface TagCount {
  /** In lower case. */
  folded: string;
  /** The spelling of the first record with the tag. */
  name: string;
  count: number;
}

/** A part of the list of tags, in the order of their folded names, or in reverse order if backward. */
export interface TagPage extends ListPart {
  /** A substring, folded. */
  search: string | undefined;
}

interface TagList {
  items: TagCount[];
  /** The folded name at which reading stopped before the part was full; null if there are no more. */
  end: string | null;
}

const MAX_COUNTERS = 1_000;
/** The most tags of a part. The spelling of each takes three rows. */
const MAX_TAGS = 400;

/** Selects tags. Reads at most the rows of a page. */
export async function selectTags(
  db: D1Database,
  { workspaceId }: WholeWorkspace,
  { search, after, isBackward, limit }: TagPage,
): Promise<TagList> {
  const [operator, direction] = isBackward ? ["<", "DESC"] : [">", "ASC"];
  const { results } = await db
    .prepare(
      `SELECT value AS folded, count FROM record_counts
       WHERE workspace_id = ?1 AND kind = 'tag' AND (?2 IS NULL OR value ${operator} ?2)
       ORDER BY value ${direction} LIMIT ${MAX_COUNTERS}`,
    )
    .bind(workspaceId, after)
    .all<{ folded: string; count: number }>();
  const found = results.filter(({ folded }) => search === undefined || folded.includes(search));
  const most = Math.min(limit, MAX_TAGS);
  const items = await addSpellings(db, workspaceId, found.slice(0, most));
  const isCut = found.length > most || (found.length < limit && results.length === MAX_COUNTERS);
  const last = found.length > most ? items.at(-1) : results.at(-1);
  return { items, end: isCut && items.length < limit ? (last?.folded ?? null) : null };
}

async function addSpellings(
  db: D1Database,
  workspaceId: string,
  tags: { folded: string; count: number }[],
): Promise<TagCount[]> {
  if (tags.length === 0) return [];
  const { results } = await db
    .prepare(
      `SELECT j.value AS folded, (
         SELECT r.tags FROM record_tags t CROSS JOIN records r ON r.id = t.record_id
         WHERE t.workspace_id = ?2 AND t.tag = j.value ORDER BY t.record_id LIMIT 1) AS tags
       FROM json_each(?1) j`,
    )
    .bind(JSON.stringify(tags.map(({ folded }) => folded)), workspaceId)
    .all<{ folded: string; tags: string | null }>();
  const spellings = new Map(
    results.map(({ folded, tags: list }) => {
      const written = JSON.parse(list ?? "[]") as string[];
      return [folded, written.find((tag) => foldTag(tag) === folded) ?? folded];
    }),
  );
  return tags.map((tag) => ({ ...tag, name: spellings.get(tag.folded) ?? tag.folded }));
}

import { foldTag } from "../../domain/tag.ts";
import { isWhole } from "../../domain/reach.ts";
import { countInSteps } from "../count/count-in-steps.ts";
import { countingFacets } from "../count/counting.ts";
import { selectTags, type TagCount, type TagPage } from "../../storage/tag/read.ts";
import type { ServiceContext } from "../context.ts";
import { readPage, type Page } from "../cursor.ts";
import type { Result } from "../result.ts";

interface TagListRequest {
  /** A substring of the tag, without regard to case. */
  search?: string;
  perPage: number;
  cursor: string | undefined;
}

export async function listTags(
  ctx: ServiceContext,
  { search, perPage, cursor }: TagListRequest,
): Promise<Result<Page<TagCount>>> {
  const { reach } = ctx.caller;
  const folded = search === undefined ? undefined : foldTag(search);
  return readPage<TagCount, string>({
    list: ["tags", folded],
    cursor,
    perPage,
    positionOf: (tag) => tag.folded,
    read: async (after, isBackward, limit) => {
      const part = { search: folded, after, isBackward, limit };
      return isWhole(reach) ? selectTags(ctx.env.DB, reach, part) : listCounted(ctx, part);
    },
  });
}

/** Returns a part of the tags on the caller's hostnames, counted as facets, because counters are not by hostname. */
async function listCounted(
  ctx: ServiceContext,
  { search, after, isBackward, limit }: TagPage,
): Promise<TagCount[]> {
  const { tally } = await countInSteps(ctx, countingFacets({}));
  const tags = tally.tags
    .map(([folded, count, name]) => ({ folded, count, name }))
    .filter(({ folded }) => search === undefined || folded.includes(search))
    .toSorted((a, b) => (a.folded < b.folded ? -1 : 1));
  const ordered = isBackward ? tags.toReversed() : tags;
  const isBehind = ({ folded }: TagCount) => after === null || (isBackward ? folded < after : folded > after);
  return ordered.filter(isBehind).slice(0, limit);
}

import { NO_EDIT } from "../../domain/change/change.ts";
import { hasFieldErrors } from "../../domain/field-error.ts";
import { isWhole } from "../../domain/reach.ts";
import { refuse } from "../../domain/refusal/refusal.ts";
import { foldTag } from "../../domain/tag.ts";
import { selectTaggedCount } from "../../storage/count/counters.ts";
import { countInSteps } from "../count/count-in-steps.ts";
import { countingFacets } from "../count/counting.ts";
import { selectTags, type TagCount, type TagPage } from "../../storage/tag/read.ts";
import { createChange } from "../change/changes.ts";
import type { ChangeView } from "../change/types.ts";
import type { ServiceContext } from "../context.ts";
import { readPage, type Page, type PageRequest } from "../cursor.ts";
import { requireRole } from "../require-role.ts";
import { type Result, invalid, NOT_FOUND, type Draft } from "../result.ts";

interface TagListRequest extends PageRequest {
  /** A substring of the tag, without regard to case. */
  search?: string;
}

export async function listTags(
  ctx: ServiceContext,
  { search, ...page }: TagListRequest,
): Promise<Result<Page<TagCount>>> {
  const { reach } = ctx.caller;
  const folded = search === undefined ? undefined : foldTag(search);
  return readPage<TagCount, string>({
    list: ["tags", folded],
    ...page,
    positionOf: (tag) => tag.folded,
    read: async (rows) => {
      const part = { search: folded, ...rows };
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

/** The most records that an editor may change at once. */
const MAX_RECORDS_OF_EDITOR = 1_000;

/**
 * Renames tags, or merges them into another (`PUT /tags/{name}`), by a change that is applied as soon as it is
 * planned.
 * @param name the new name; null removes the tags from their records
 */
export async function renameTags(
  ctx: ServiceContext,
  tags: string[],
  { fields, errors }: Draft<{ name?: string | null; isForced?: boolean }>,
): Promise<Result<ChangeView>> {
  const { name, isForced = false } = fields;
  if (hasFieldErrors(errors)) return invalid(errors);
  if (name === undefined) return invalid({ name: [refuse("required")] });
  const count = await selectTaggedCount(ctx.env.DB, ctx.caller.workspace.id, tags);
  if (count === 0) return NOT_FOUND;
  const tooLow = count > MAX_RECORDS_OF_EDITOR ? requireRole(ctx, "manager") : null;
  if (tooLow !== null) return tooLow;
  const edit = { ...NO_EDIT, tagsAdd: name === null ? [] : [name], tagsRemove: tags };
  const request = {
    kind: "edit" as const,
    filter: { tags },
    edit,
    isForced,
    isAtOnce: true,
  };
  return createChange(ctx, { fields: { request, isUpload: false, rows: null }, errors: {} });
}

import { foldTag } from "../../domain/tag.ts";
import { selectTags, type TagCount } from "../../storage/tag/read.ts";
import type { ServiceContext } from "../context.ts";
import { readPage, type Page } from "../cursor.ts";
import { requireRole } from "../require-role.ts";
import { done, invalid, type Result } from "../result.ts";

interface TagListRequest {
  /** A substring of the tag, without regard to case. */
  search?: string;
  perPage: number;
  cursor: string | undefined;
}

/** Lists one page of the workspace's tags by name, with how many records have each (`GET /tags`). */
export async function listTags(
  ctx: ServiceContext,
  { search, perPage, cursor }: TagListRequest,
): Promise<Result<Page<TagCount>>> {
  const refused = requireRole(ctx, "viewer");
  if (refused !== null) return refused;
  const folded = search === undefined ? undefined : foldTag(search);
  const page = await readPage<TagCount, string>({
    list: ["tags", folded],
    cursor,
    perPage,
    isPosition: (value): value is string => typeof value === "string",
    positionOf: (tag) => tag.folded,
    read: (after, isBackward, limit) =>
      selectTags(ctx.env.DB, ctx.caller.workspace.id, { search: folded, after, isBackward, limit }),
  });
  return page === null ? invalid({ cursor: ["belongs to another list or filter"] }) : done(page);
}

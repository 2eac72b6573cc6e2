import { selectPages } from "../../storage/page/read.ts";
import type { StoredPage } from "../../domain/stored-page.ts";
import type { ServiceContext } from "../context.ts";
import { isMomentPosition, readPage, type MomentPosition, type Page } from "../cursor.ts";
import type { Result } from "../result.ts";

export async function listPages(
  ctx: ServiceContext,
  { perPage, cursor }: { perPage: number; cursor: string | undefined },
): Promise<Result<Page<StoredPage>>> {
  return readPage<StoredPage, MomentPosition>({
    list: ["files"],
    cursor,
    perPage,
    isPosition: isMomentPosition,
    positionOf: ({ createdAtMs, name }) => [createdAtMs, name],
    read: (after, isBackward, limit) =>
      selectPages(ctx.env.DB, ctx.caller.workspace.id, { after, isBackward, limit }),
  });
}

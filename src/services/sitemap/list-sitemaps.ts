import { selectSitemaps, type Sitemap } from "../../storage/sitemap/read.ts";
import type { ServiceContext } from "../context.ts";
import { readPage, type Page } from "../cursor.ts";
import type { Result } from "../result.ts";

export async function listSitemaps(
  ctx: ServiceContext,
  { perPage, cursor }: { perPage: number; cursor: string | undefined },
): Promise<Result<Page<Sitemap>>> {
  return readPage<Sitemap, string>({
    list: ["sitemaps"],
    cursor,
    perPage,
    positionOf: ({ host }) => host,
    read: (after, isBackward, limit) =>
      selectSitemaps(ctx.env.DB, ctx.caller.reach, { after, isBackward, limit }),
  });
}

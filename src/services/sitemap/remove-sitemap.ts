import type { Hostname } from "../../domain/hostname.ts";
import { covers } from "../../domain/reach.ts";
import { deleteSitemap } from "../../storage/sitemap/write.ts";
import type { ServiceContext } from "../context.ts";
import { done, NOT_FOUND, type Result } from "../result.ts";

export async function removeSitemap(ctx: ServiceContext, host: Hostname): Promise<Result<null>> {
  if (!covers(ctx.caller.reach, host)) return NOT_FOUND;
  const [deleted] = await ctx.env.DB.batch(deleteSitemap(ctx.env.DB, ctx.caller.workspace.id, host));
  return deleted?.meta.changes ? done(null) : NOT_FOUND;
}

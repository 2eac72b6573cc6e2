import { deleteSitemap } from "../../storage/sitemap/write.ts";
import type { ServiceContext } from "../context.ts";
import { requireRole } from "../require-role.ts";
import { done, failed, type Result } from "../result.ts";

/** Deletes the sitemap of a hostname (`DELETE /sitemaps/{host}`). */
export async function removeSitemap(ctx: ServiceContext, host: string): Promise<Result<null>> {
  const refused = requireRole(ctx, "editor");
  if (refused !== null) return refused;
  const [deleted] = await ctx.env.DB.batch(deleteSitemap(ctx.env.DB, ctx.caller.workspace.id, host));
  return deleted?.meta.changes ? done(null) : failed({ code: "not_found" });
}

import { selectPages } from "../../storage/page/read.ts";
import type { StoredPage } from "../../domain/stored-page.ts";
import type { ServiceContext } from "../context.ts";
import { requireRole } from "../require-role.ts";
import { done, type Result } from "../result.ts";

/** Lists the workspace's stored pages, by name (`GET /files`). */
export async function listPages(ctx: ServiceContext): Promise<Result<StoredPage[]>> {
  const refused = requireRole(ctx, "viewer");
  if (refused !== null) return refused;
  return done(await selectPages(ctx.env.DB, ctx.caller.workspace.id));
}

import { selectPageHtml } from "../../storage/page/read.ts";
import type { ServiceContext } from "../context.ts";
import { requireRoleWithin } from "../require-role.ts";
import { done, failed, type Result } from "../result.ts";

/** Returns the HTML of a stored page as it was written (`GET /files/{name}`). */
export async function getPage(ctx: ServiceContext, name: string): Promise<Result<string>> {
  const refused = requireRoleWithin(ctx, "viewer");
  if (refused !== null) return refused;
  const html = await selectPageHtml(ctx.env.DB, ctx.caller.workspace.id, name);
  return html === null ? failed({ code: "not_found" }) : done(html);
}

import { selectPageHtml, selectPages } from "../../storage/page/read.ts";
import type { StoredPage } from "../../domain/page.ts";
import type { ServiceContext } from "../context.ts";
import { done, failed, type Result } from "../result.ts";

/** Lists the workspace's stored pages, by name (`GET /files`). */
export function listPages(ctx: ServiceContext): Promise<StoredPage[]> {
  return selectPages(ctx.env.DB, ctx.caller.workspace.id);
}

/** Gets the HTML of a stored page (`GET /files/{name}`). */
export async function getPage(ctx: ServiceContext, name: string): Promise<Result<string>> {
  const html = await selectPageHtml(ctx.env.DB, ctx.caller.workspace.id, name);
  return html === null ? failed({ code: "not_found" }) : done(html);
}

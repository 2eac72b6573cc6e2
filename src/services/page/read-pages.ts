import { getPageHtml, listPageFacts, type PageFacts } from "../../storage/page/read.ts";
import type { ServiceContext } from "../context.ts";
import { done, failed, type Result } from "../result.ts";

/** The workspace's stored pages, by name (`GET /files`). */
export function listPages(ctx: ServiceContext): Promise<PageFacts[]> {
  return listPageFacts(ctx.env.DB, ctx.caller.workspace.id);
}

/** A stored page as it was written (`GET /files/{name}`). */
export async function getPage(ctx: ServiceContext, name: string): Promise<Result<string>> {
  const html = await getPageHtml(ctx.env.DB, ctx.caller.workspace.id, name);
  return html === null ? failed({ code: "not_found" }) : done(html);
}

import { selectFileContent, type FileContent } from "../../storage/page/read.ts";
import type { ServiceContext } from "../context.ts";
import { done, NOT_FOUND, type Result } from "../result.ts";

export async function getPage(ctx: ServiceContext, name: string): Promise<Result<FileContent>> {
  const content = await selectFileContent(ctx.env.DB, ctx.caller.workspace.id, name);
  return content === null ? NOT_FOUND : done(content);
}

import { selectBlocklist } from "../../storage/blocklist/blocklist.ts";
import type { ServiceContext } from "../context.ts";
import { done, type Result } from "../result.ts";

/** Returns the hostnames that no record of the workspace may lead to, as they were written (`GET /blocklist`). */
export async function readBlocklist(ctx: ServiceContext): Promise<Result<string[]>> {
  return done(await selectBlocklist(ctx.env.DB, ctx.caller.workspace.id));
}

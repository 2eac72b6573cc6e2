import { selectTokens } from "../../storage/token/read.ts";
import type { Token } from "../../domain/token.ts";
import type { ServiceContext } from "../context.ts";

/** Lists the workspace's tokens, newest first, without their secrets. */
export function listTokens(ctx: ServiceContext): Promise<Token[]> {
  return selectTokens(ctx.env.DB, ctx.caller.workspace.id);
}

import { listTokens as readTokens, type TokenRow } from "../../storage/token/read.ts";
import type { ServiceContext } from "../context.ts";

export type { TokenRow };

/** The workspace's tokens, newest first, without what would let anybody use them. */
export function listTokens(ctx: ServiceContext): Promise<TokenRow[]> {
  return readTokens(ctx.env.DB, ctx.caller.workspace.id);
}

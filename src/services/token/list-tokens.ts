import { listTokens as readTokens, type TokenRow } from "../../storage/tokens.ts";
import type { ServiceContext } from "../context.ts";
import { requireRole } from "../require-role.ts";
import { done, type Result } from "../result.ts";

export type { TokenRow };

/** Lists the workspace's tokens, newest first, without their secrets (`GET /tokens`). */
export async function listTokens(ctx: ServiceContext): Promise<Result<TokenRow[]>> {
  const refused = requireRole(ctx, "owner");
  if (refused !== null) return refused;
  return done(await readTokens(ctx.env.DB, ctx.caller.workspace.id));
}

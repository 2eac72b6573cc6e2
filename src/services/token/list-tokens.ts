import { selectTokens } from "../../storage/token/read.ts";
import type { Token } from "../../domain/token.ts";
import type { ServiceContext } from "../context.ts";
import { requireRole } from "../require-role.ts";
import { done, type Result } from "../result.ts";

/** Lists the workspace's tokens, newest first, without their secrets (`GET /tokens`). */
export async function listTokens(ctx: ServiceContext): Promise<Result<Token[]>> {
  const refused = requireRole(ctx, "owner");
  if (refused !== null) return refused;
  return done(await selectTokens(ctx.env.DB, ctx.caller.workspace.id));
}

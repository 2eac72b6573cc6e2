import { deleteToken } from "../../storage/tokens.ts";
import type { ServiceContext } from "../context.ts";
import { done, failed, type Result } from "../result.ts";

/** Revokes a token: its next call is refused, and no other's (contract 9.3). */
export async function revokeToken(ctx: ServiceContext, id: string): Promise<Result<null>> {
  return (await deleteToken(ctx.env.DB, ctx.caller.workspace.id, id))
    ? done(null)
    : failed({ code: "not_found" });
}

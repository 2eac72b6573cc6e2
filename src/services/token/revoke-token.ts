import { deleteToken } from "../../storage/token/write.ts";
import type { ServiceContext } from "../context.ts";
import { requireProof } from "../require-proof.ts";
import { done, NOT_FOUND, type Result } from "../result.ts";

/** Revokes a token, so that its next call is refused. Other tokens stay valid (contract 9.3 and 14.5). */
export async function revokeToken(ctx: ServiceContext, id: string): Promise<Result<null>> {
  const refused = requireProof(ctx);
  if (refused !== null) return refused;
  return (await deleteToken(ctx.env.DB, ctx.caller.workspace.id, id)) ? done(null) : NOT_FOUND;
}

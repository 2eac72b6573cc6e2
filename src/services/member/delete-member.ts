import { deleteMemberRow } from "../../storage/user/write.ts";
import type { ServiceContext } from "../context.ts";
import { requireProof } from "../require-proof.ts";
import { done, type Result } from "../result.ts";
import { getMember } from "./get-member.ts";
import { commitMember } from "./internal/commit-member.ts";

/** Removes a member and revokes the tokens that they made (`DELETE /members/{id}`). */
export async function deleteMember(ctx: ServiceContext, id: string): Promise<Result<null>> {
  const refused = requireProof(ctx);
  if (refused !== null) return refused;
  const found = await getMember(ctx, id);
  if (!found.ok) return found;
  const { DB } = ctx.env;
  const statements = deleteMemberRow(DB, ctx.caller.workspace.id, found.value.id);
  return (await commitMember(DB, statements, "id")) ?? done(null);
}

import type { Member } from "../../domain/member.ts";
import { selectMember } from "../../storage/user/read.ts";
import type { ServiceContext } from "../context.ts";
import { done, NOT_FOUND, type Result } from "../result.ts";

export async function getMember(ctx: ServiceContext, id: string): Promise<Result<Member>> {
  const member = await selectMember(ctx.env.DB, ctx.caller.workspace.id, id);
  return member === null ? NOT_FOUND : done(member);
}

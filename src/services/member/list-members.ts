import type { Member } from "../../domain/member.ts";
import { selectMemberPage } from "../../storage/user/read.ts";
import type { ServiceContext } from "../context.ts";
import { readPage, type Page } from "../cursor.ts";
import type { Result } from "../result.ts";

export async function listMembers(
  ctx: ServiceContext,
  { perPage, cursor }: { perPage: number; cursor: string | undefined },
): Promise<Result<Page<Member>>> {
  return readPage<Member, string>({
    list: ["members"],
    cursor,
    perPage,
    positionOf: ({ id }) => id,
    read: (after, isBackward, limit) =>
      selectMemberPage(ctx.env.DB, ctx.caller.workspace.id, { after, isBackward, limit }),
  });
}

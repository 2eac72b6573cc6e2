import { selectTokens } from "../../storage/token/read.ts";
import type { Token } from "../../domain/token.ts";
import type { ServiceContext } from "../context.ts";
import { readPage, type Page } from "../cursor.ts";
import type { Result } from "../result.ts";

export async function listTokens(
  ctx: ServiceContext,
  { perPage, cursor }: { perPage: number; cursor: string | undefined },
): Promise<Result<Page<Token>>> {
  return readPage<Token, string>({
    list: ["tokens"],
    cursor,
    perPage,
    positionOf: ({ id }) => id,
    read: (after, isBackward, limit) =>
      selectTokens(ctx.env.DB, ctx.caller.workspace.id, { after, isBackward, limit }),
  });
}

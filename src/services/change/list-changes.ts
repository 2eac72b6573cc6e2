import type { ChangeState } from "../../domain/change/change.ts";
import { selectChanges } from "../../storage/change/read.ts";
import type { Change } from "../../storage/change/row.ts";
import type { ServiceContext } from "../context.ts";
import { readPage, type Page } from "../cursor.ts";
import { done, type Result } from "../result.ts";
import { toChangeViews } from "./internal/view.ts";
import type { ChangeView } from "./types.ts";

interface ListRequest {
  perPage: number;
  cursor: string | undefined;
  /** Null for all states. */
  states?: readonly ChangeState[] | null;
}

/** Lists the changes of the workspace, the newest first (`GET /changes`). */
export async function listChanges(
  ctx: ServiceContext,
  { perPage, cursor, states = null }: ListRequest,
): Promise<Result<Page<ChangeView>>> {
  const page = await readPage<Change, string>({
    list: ["changes", ...(states ?? [])],
    cursor,
    perPage,
    positionOf: ({ id }) => id,
    read: async (after, isBackward, limit) =>
      selectChanges(ctx.env.DB, ctx.caller.reach, states, { after, isBackward, limit }, ctx.nowMs),
  });
  if (!page.ok) return page;
  return done({ ...page.value, items: await toChangeViews(ctx, page.value.items) });
}

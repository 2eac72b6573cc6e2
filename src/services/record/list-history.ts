import { hasFeature } from "../../domain/plan.ts";
import { selectHistoryCount, selectHistory } from "../../storage/history/read.ts";
import type { HistoryEntry } from "../../domain/history.ts";
import { selectRecord } from "../../storage/record/read.ts";
import type { ServiceContext } from "../context.ts";
import { readPage, type Page } from "../cursor.ts";
import { done, NOT_FOUND, type Result } from "../result.ts";

export interface HistoryPage extends Page<HistoryEntry> {
  /** The number of all changes, even if the plan does not show them. */
  total: number;
}

/** Lists the changes of a record, newest first (contract 12.15). */
export async function listHistory(
  ctx: ServiceContext,
  id: string,
  { perPage, cursor }: { perPage: number; cursor: string | undefined },
): Promise<Result<HistoryPage>> {
  const { DB } = ctx.env;
  const { workspace } = ctx.caller;
  if ((await selectRecord(DB, ctx.caller.reach, id)) === null) return NOT_FOUND;
  const total = await selectHistoryCount(DB, id);
  const isShown = hasFeature(workspace.plan, "security.audit");
  const page = await readPage<HistoryEntry, string>({
    list: ["history", id],
    cursor,
    perPage,
    positionOf: (entry) => entry.id,
    read: async (after, isBackward, limit) =>
      isShown ? selectHistory(DB, id, { after, isBackward, limit }) : [],
  });
  return page.ok ? done({ ...page.value, total }) : page;
}

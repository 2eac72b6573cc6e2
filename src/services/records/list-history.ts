import { hasFeature } from "../../domain/plan.ts";
import { countHistory, listHistory as readHistory, type StoredHistoryEntry } from "../../storage/history.ts";
import { getRecord } from "../../storage/records.ts";
import type { ServiceContext } from "../context.ts";
import { readPage, type Page } from "../cursor.ts";
import { done, failed, invalid, type Result } from "../result.ts";

export type { StoredHistoryEntry };

export interface HistoryPage extends Page<StoredHistoryEntry> {
  /** Every change of the record, whether the plan shows them or not. */
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
  if ((await getRecord(DB, workspace.id, id)) === null) return failed({ code: "not_found" });
  const total = await countHistory(DB, id);
  const isShown = hasFeature(workspace.plan, "security.audit");
  const page = await readPage<StoredHistoryEntry, string>({
    list: ["history", id],
    cursor,
    perPage,
    isPosition: (value): value is string => typeof value === "string",
    positionOf: (entry) => entry.id,
    read: async (after, isBackward, limit) => (isShown ? readHistory(DB, id, after, isBackward, limit) : []),
  });
  return page === null ? invalid({ cursor: ["belongs to another list"] }) : done({ ...page, total });
}

import { isWhole } from "../../domain/reach.ts";
import { refuse } from "../../domain/refusal/refusal.ts";
import type { LinkRecord } from "../../domain/record.ts";
import { formatSort, type RecordFilter, type Sort } from "../../domain/record-filter.ts";
import { selectRecordList, positionOf, type Position } from "../../storage/record/list.ts";
import type { ServiceContext } from "../context.ts";
import { readPage, type Page, type PageRequest } from "../cursor.ts";
import { done, invalid, NOT_FOUND, type Result } from "../result.ts";
import { toViews, type RecordView } from "./records.ts";
import { hasFeature } from "../../domain/plan.ts";
import { selectHistoryCount, selectHistory } from "../../storage/history/read.ts";
import type { HistoryEntry } from "../../domain/history.ts";
import { selectRecord } from "../../storage/record/read.ts";

interface RecordListRequest extends PageRequest {
  filter: RecordFilter;
  sort: Sort;
}

const TOO_LONG = refuse("too_many_to_sort");

/** Lists one page of the workspace's records (contract 13.5). */
export async function listRecords(
  ctx: ServiceContext,
  { filter, sort, ...request }: RecordListRequest,
): Promise<Result<Page<RecordView>>> {
  const { reach } = ctx.caller;
  let isTooLong = false;
  const page = await readPage<LinkRecord, Position>({
    list: ["records", formatSort(sort), filter, ...(isWhole(reach) ? [] : [reach.hosts, reach.tags])],
    ...request,
    isPosition,
    positionOf: (record) => positionOf(record, sort),
    read: async ({ isBackward, ...part }) => {
      const order = isBackward ? { ...sort, isDescending: !sort.isDescending } : sort;
      const list = { filter, sort: order, ...part };
      const found = await selectRecordList(ctx.env.DB, reach, list, ctx.nowMs);
      isTooLong = found.isTooLong === true;
      return found;
    },
  });
  if (!page.ok) return page;
  if (isTooLong) return invalid({ sort: [TOO_LONG] });
  return done({ ...page.value, items: await toViews(ctx, page.value.items) });
}

function isPosition(value: unknown): value is Position {
  if (!Array.isArray(value) || value.length !== 2) return false;
  const [first, id] = value as unknown[];
  return (typeof first === "number" || typeof first === "string") && typeof id === "string";
}

interface HistoryPage extends Page<HistoryEntry> {
  /** The number of all changes, even if the plan does not show them. */
  total: number;
}

/** Lists the changes of a record, newest first (contract 12.15). */
export async function listHistory(
  ctx: ServiceContext,
  id: string,
  page: PageRequest,
): Promise<Result<HistoryPage>> {
  const { DB } = ctx.env;
  const { workspace } = ctx.caller;
  if ((await selectRecord(DB, ctx.caller.reach, id)) === null) return NOT_FOUND;
  const total = await selectHistoryCount(DB, id);
  const isShown = hasFeature(workspace.plan, "security.audit");
  const read = await readPage<HistoryEntry, string>({
    list: ["history", id],
    ...page,
    positionOf: (entry) => entry.id,
    read: async (part) => (isShown ? selectHistory(DB, id, part) : []),
  });
  return read.ok ? done({ ...read.value, total }) : read;
}

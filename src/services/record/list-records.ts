import { refuse } from "../../domain/refusal/refusal.ts";
import type { LinkRecord } from "../../domain/record.ts";
import { formatSort, type RecordFilter, type Sort } from "../../domain/record-filter.ts";
import { selectRecordList, positionOf, type Position } from "../../storage/record/list.ts";
import type { ServiceContext } from "../context.ts";
import { readPage, type Page } from "../cursor.ts";
import { done, invalid, type Result } from "../result.ts";
import { toViews, type RecordView } from "./records.ts";

interface RecordListRequest {
  filter: RecordFilter;
  sort: Sort;
  perPage: number;
  cursor: string | undefined;
}

const TOO_LONG = refuse("too_many_to_sort");

/** Lists one page of the workspace's records (contract 13.5). */
export async function listRecords(
  ctx: ServiceContext,
  request: RecordListRequest,
): Promise<Result<Page<RecordView>>> {
  const { filter, sort, perPage, cursor } = request;
  const { reach } = ctx.caller;
  let isTooLong = false;
  const page = await readPage<LinkRecord, Position>({
    list: ["records", formatSort(sort), filter, ...(reach.hosts === null ? [] : [reach.hosts])],
    cursor,
    perPage,
    isPosition,
    positionOf: (record) => positionOf(record, sort),
    read: async (after, isBackward, limit) => {
      const order = isBackward ? { ...sort, isDescending: !sort.isDescending } : sort;
      const found = await selectRecordList(
        ctx.env.DB,
        reach,
        { filter, sort: order, after, limit },
        ctx.nowMs,
      );
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

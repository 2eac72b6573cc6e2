import type { LinkRecord } from "../../domain/record.ts";
import { formatSort, type RecordFilter, type Sort } from "../../domain/record-filter.ts";
import { listHosts } from "../../storage/hosts.ts";
import { listRecords as readRecords, positionOf, type Position } from "../../storage/record-list.ts";
import { listUserNames } from "../../storage/users.ts";
import type { ServiceContext } from "../context.ts";
import { readPage, type Page } from "../cursor.ts";
import { done, invalid, type Result } from "../result.ts";
import { toView, type RecordView } from "./view.ts";

export interface RecordListRequest {
  filter: RecordFilter;
  sort: Sort;
  perPage: number;
  cursor: string | undefined;
}

/** Returns one page of the workspace's records (contract 13.5). */
export async function listRecords(
  ctx: ServiceContext,
  request: RecordListRequest,
): Promise<Result<Page<RecordView>>> {
  const { filter, sort, perPage, cursor } = request;
  const workspaceId = ctx.caller.workspace.id;
  const page = await readPage<LinkRecord, Position>({
    list: ["records", formatSort(sort), filter],
    cursor,
    perPage,
    isPosition,
    positionOf: (record) => positionOf(record, sort),
    read: (after, isBackward, limit) => {
      const order = isBackward ? { ...sort, isDescending: !sort.isDescending } : sort;
      return readRecords(ctx.env.DB, workspaceId, { filter, sort: order, after, limit }, ctx.nowMs);
    },
  });
  if (page === null) return invalid({ cursor: ["belongs to another list, sort or filter"] });
  return done({ ...page, items: await toViews(ctx, page.items) });
}

/** Records with the facts of their hosts, in order. */
export async function toViews(ctx: ServiceContext, records: LinkRecord[]): Promise<RecordView[]> {
  const names = records.map(({ host }) => host);
  const hosts = await listHosts(ctx.env.DB, ctx.caller.workspace.id, names);
  return records.flatMap((record) => {
    const host = hosts.get(record.host);
    return host === undefined ? [] : [toView(record, host)];
  });
}

/** A record with who created it. */
export interface CreatorView extends RecordView {
  creatorName: string;
}

export async function withCreators(ctx: ServiceContext, views: RecordView[]): Promise<CreatorView[]> {
  const names = await listUserNames(
    ctx.env.DB,
    views.map(({ record }) => record.createdBy),
  );
  return views.map((view) => ({ ...view, creatorName: names.get(view.record.createdBy) ?? "" }));
}

function isPosition(value: unknown): value is Position {
  if (!Array.isArray(value) || value.length !== 2) return false;
  const [first, id] = value as unknown[];
  return (typeof first === "number" || typeof first === "string") && typeof id === "string";
}

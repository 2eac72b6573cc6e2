import { changeDestination, type DestinationChange } from "../../domain/destination-change.ts";
import type { RecordFilter, Sort } from "../../domain/record-filter.ts";
import { firstDayOfLastFourWeeks, startOfDay } from "../../domain/week.ts";
import { eachDestinations, listRecords } from "../../storage/record-list.ts";
import { summarize } from "../../storage/record-summary.ts";
import type { ServiceContext } from "../context.ts";
import { toViews } from "./list-records.ts";
import type { RecordView } from "./view.ts";

const SAMPLE_SIZE = 5;
const BATCH_SIZE = 1_000;
const WEEKS = 4;

export interface BulkSummary {
  total: number;
  byKind: { link: number; qr: number; redirect: number; migration: number };
  paused: number;
  recentTraffic: { links: number; visits: number; weeks: number; sinceMs: number };
  /** Records that the change would change; 0 without one. */
  changed: number;
  sample: { view: RecordView; from: string | null; to: string | null }[];
}

/** What a bulk action on a filter would touch, and what a change of destinations would make of it. */
export async function summarizeBulk(
  ctx: ServiceContext,
  request: { filter: RecordFilter; sort: Sort; change: DestinationChange | null },
): Promise<BulkSummary> {
  const { DB } = ctx.env;
  const workspaceId = ctx.caller.workspace.id;
  const { filter, sort, change } = request;
  const summary = await summarize(DB, workspaceId, filter, ctx.nowMs);
  const first = { filter, sort, after: null, limit: SAMPLE_SIZE };
  const views = await toViews(ctx, await listRecords(DB, workspaceId, first, ctx.nowMs));
  const { link, qr, redirect, migration, links, visits } = summary;
  return {
    total: summary.total,
    byKind: { link, qr, redirect, migration },
    paused: summary.paused,
    recentTraffic: { links, visits, weeks: WEEKS, sinceMs: startOfDay(firstDayOfLastFourWeeks(ctx.nowMs)) },
    changed: change === null ? 0 : await countChanged(ctx, filter, change),
    sample: views.map((view) => ({ view, ...preview(view, change) })),
  };
}

async function countChanged(
  ctx: ServiceContext,
  filter: RecordFilter,
  change: DestinationChange,
): Promise<number> {
  let changed = 0;
  const all = eachDestinations(ctx.env.DB, ctx.caller.workspace.id, filter, ctx.nowMs, BATCH_SIZE);
  for await (const destinations of all) {
    if (isChanged(destinations, change)) changed++;
  }
  return changed;
}

function isChanged(destinations: string[], change: DestinationChange): boolean {
  return destinations.some((url) => changeDestination(url, change) !== url);
}

/** `to` is null where the record stays the same: its primary destination may do so by itself. */
function preview(
  { record }: RecordView,
  change: DestinationChange | null,
): { from: string | null; to: string | null } {
  const { destinations } = record;
  const from = destinations[0] ?? null;
  if (from === null || change === null || !isChanged(destinations, change)) return { from, to: null };
  return { from, to: changeDestination(from, change) };
}

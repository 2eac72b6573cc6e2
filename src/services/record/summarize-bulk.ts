import { changeDestination, type DestinationChange } from "../../domain/destination-change.ts";
import { NEWEST_FIRST, type RecordFilter, type Sort } from "../../domain/record-filter.ts";
import { isChanged, type SummaryTally } from "../../domain/record-summary.ts";
import { allDestinations } from "../../domain/rule/rule.ts";
import { firstDayOfLastFourWeeks, startOfDay } from "../../domain/calendar.ts";
import { selectRecordPage } from "../../storage/record/list.ts";
import type { ServiceContext } from "../context.ts";
import { requireRole } from "../require-role.ts";
import { done, type Result } from "../result.ts";
import { countInSteps } from "./internal/count-in-steps.ts";
import { countingSummary } from "./internal/counting.ts";
import { toViews } from "./internal/to-view.ts";
import type { RecordView } from "./types.ts";

const WEEKS = 4;

export interface BulkSummary {
  total: number;
  byKind: { link: number; qr: number; redirect: number; migration: number };
  paused: number;
  recentTraffic: { links: number; visits: number; weeks: number; sinceMs: number };
  /** Records that the change would change; 0 without one. */
  changed: number;
  sample: { view: RecordView; from: string | null; to: string | null }[];
  isRefreshing: boolean;
}

/**
 * Summarizes the records that a bulk action on a filter would touch, with a sample of what a change of
 * destinations would make of them (`POST /bulk/summary`).
 */
export async function summarizeBulk(
  ctx: ServiceContext,
  request: { filter: RecordFilter; sort: Sort; change: DestinationChange | null },
): Promise<Result<BulkSummary>> {
  const refused = requireRole(ctx, "viewer");
  if (refused !== null) return refused;
  const { filter, change } = request;
  const { tally, isRefreshing } = await countInSteps(ctx, countingSummary(filter, request));
  const { "short-url": link, qr, redirect, migration } = tally.byHandler;
  const views = await readSample(ctx, tally);
  return done({
    total: tally.total,
    byKind: { link, qr, redirect, migration },
    paused: tally.paused,
    recentTraffic: {
      links: tally.links,
      visits: tally.visits,
      weeks: WEEKS,
      sinceMs: startOfDay(firstDayOfLastFourWeeks(ctx.nowMs)),
    },
    changed: tally.changed,
    sample: views.map((view) => ({ view, ...preview(view, change) })),
    isRefreshing,
  });
}

/** Returns the records of the sample as they are now, in its order. A record that was deleted meanwhile is left out. */
async function readSample(ctx: ServiceContext, { sample }: SummaryTally): Promise<RecordView[]> {
  const ids = sample.map(({ id }) => id);
  const page = { filter: { ids }, sort: NEWEST_FIRST, after: null, limit: ids.length };
  const records = await selectRecordPage(ctx.env.DB, ctx.caller.workspace.id, page, ctx.nowMs);
  const views = new Map((await toViews(ctx, records)).map((view) => [view.record.id, view]));
  return ids.flatMap((id) => views.get(id) ?? []);
}

/** Returns the primary destination before and after; `to` is null if the record stays the same. */
function preview(
  { record }: RecordView,
  change: DestinationChange | null,
): { from: string | null; to: string | null } {
  const destinations = allDestinations(record);
  const from = destinations[0] ?? null;
  if (from === null || change === null || !isChanged(destinations, change)) return { from, to: null };
  return { from, to: changeDestination(from, change) };
}

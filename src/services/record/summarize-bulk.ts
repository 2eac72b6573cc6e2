import { changeDestination, type DestinationChange } from "../../domain/destination-change.ts";
import type { RecordFilter, Sort } from "../../domain/record-filter.ts";
import { isChanged, type SummaryTally } from "../../domain/record-summary.ts";
import { allDestinations } from "../../domain/rule/rule.ts";
import { firstDayOfLastFourWeeks, startOfDay } from "../../domain/calendar.ts";
import type { ServiceContext } from "../context.ts";
import { requireRoleWithin } from "../require-role.ts";
import { done, type Result } from "../result.ts";
import { getRecords } from "./get-records.ts";
import { countInSteps } from "./internal/count-in-steps.ts";
import { countingSummary } from "./internal/counting.ts";
import { judgeChange } from "./internal/judge-change.ts";
import type { RecordView } from "./types.ts";

const WEEKS = 4;

export interface BulkSummary {
  total: number;
  byKind: { link: number; qr: number; redirect: number; migration: number };
  paused: number;
  recentTraffic: { links: number; visits: number; weeks: number; sinceMs: number };
  /** Records that the change would change; 0 without one. */
  changed: number;
  /** Records of which the change would make what no write accepts; these do not count as changed. */
  invalid: number;
  sample: { view: RecordView; from: string | null; to: string | null; refusal: string | undefined }[];
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
  const refused = requireRoleWithin(ctx, "viewer");
  if (refused !== null) return refused;
  const { filter, change } = request;
  const { tally, isRefreshing } = await countInSteps(ctx, countingSummary(filter, request));
  const { "short-url": link, qr, redirect, migration } = tally.byHandler;
  const views = await readSample(ctx, tally);
  const refusals = await judgeSample(ctx, views, change);
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
    invalid: tally.invalid ?? 0,
    sample: views.map((view) => ({
      view,
      ...preview(view, change),
      refusal: refusals.get(view.record.id),
    })),
    isRefreshing,
  });
}

/** Returns the records of the sample as they are now, in its order. A record that was deleted meanwhile is left out. */
async function readSample(ctx: ServiceContext, { sample }: SummaryTally): Promise<RecordView[]> {
  const found = await getRecords(
    ctx,
    sample.map(({ id }) => id),
  );
  return found.ok ? found.value : [];
}

async function judgeSample(
  ctx: ServiceContext,
  views: RecordView[],
  change: DestinationChange | null,
): Promise<Map<string, string>> {
  const records = views.map(({ record }) => record);
  return change === null
    ? new Map<string, string>()
    : judgeChange(ctx.env.DB, ctx.caller.reach, records, change);
}

/**
 * Returns the first destination that changes, before and after. If the record stays the same, it is the
 * primary one, and `to` is null.
 */
function preview(
  { record }: RecordView,
  change: DestinationChange | null,
): { from: string | null; to: string | null } {
  const destinations = allDestinations(record);
  const from = change === null ? undefined : destinations.find((url) => isChanged([url], change));
  if (from === undefined || change === null) return { from: destinations[0] ?? null, to: null };
  return { from, to: changeDestination(from, change) };
}

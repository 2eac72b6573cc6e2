import type { Refusal } from "../../domain/refusal/refusal.ts";
import { changeDestination, type DestinationChange } from "../../domain/destination-change.ts";
import type { RecordFilter, Sort } from "../../domain/record-filter.ts";
import type { SummaryTally } from "../../domain/record-summary.ts";
import { allDestinations } from "../../domain/rule/rule.ts";
import { firstDayOfLastFourWeeks, startOfDay } from "../../domain/calendar.ts";
import type { ServiceContext } from "../context.ts";
import { done, type Result } from "../result.ts";
import { getRecords, type RecordView } from "./records.ts";
import { countInSteps } from "../count/count-in-steps.ts";
import { countingSummary, planDestinations } from "../count/counting.ts";

const WEEKS = 4;

export interface BulkSummary {
  total: number;
  byKind: { link: number; qr: number; redirect: number; migration: number };
  paused: number;
  recentTraffic: { links: number; visits: number; weeks: number; sinceMs: number };
  /** The number of records that the change would change; 0 if there is no change. */
  changed: number;
  /** The number of records for which the change would be refused. They do not count as changed. */
  invalid: number;
  /** Records that are left to the file that manages them; these do not count as changed either. */
  conflicts: number;
  sample: { view: RecordView; from: string | null; to: string | null; refusal: Refusal | undefined }[];
  isRefreshing: boolean;
}

/**
 * Summarizes the records that a bulk action on a filter would change, with a sample of the changed destinations
 * (`POST /bulk/summary`).
 */
export async function summarizeBulk(
  ctx: ServiceContext,
  request: { filter: RecordFilter; sort: Sort; change: DestinationChange | null },
): Promise<Result<BulkSummary>> {
  const { filter, change } = request;
  const { tally, isRefreshing } = await countInSteps(ctx, countingSummary(filter, request));
  const { "short-url": link, qr, redirect, migration } = tally.byHandler;
  const views = await readSample(ctx, tally);
  const ids = views.map(({ record }) => record.id);
  const planned = await planDestinations(ctx, ids, change);
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
    invalid: tally.invalid,
    conflicts: tally.conflicts,
    sample: views.map((view) => ({
      view,
      ...preview(view, change),
      refusal: Object.values(planned.get(view.record.id)?.reasons ?? {})[0]?.[0],
    })),
    isRefreshing,
  });
}

/** Returns the present records of the sample, in its order. Leaves out records that were deleted since. */
async function readSample(ctx: ServiceContext, { sample }: SummaryTally): Promise<RecordView[]> {
  const found = await getRecords(
    ctx,
    sample.map(({ id }) => id),
  );
  return found.ok ? found.value : [];
}

/**
 * Returns the first destination that changes, before and after the change. If none changes, returns the
 * primary one, and null for `to`.
 */
function preview(
  { record }: RecordView,
  change: DestinationChange | null,
): { from: string | null; to: string | null } {
  const destinations = allDestinations(record);
  const from =
    change === null ? undefined : destinations.find((url) => changeDestination(url, change) !== url);
  if (from === undefined || change === null) return { from: destinations[0] ?? null, to: null };
  return { from, to: changeDestination(from, change) };
}

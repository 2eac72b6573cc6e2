import { isEmptyFilter, type RecordFilter, type Sort } from "../../domain/record-filter.ts";
import { isWhole, type WholeWorkspace } from "../../domain/reach.ts";
import {
  isCountedByCells,
  selectCellTotals,
  selectFacets,
  selectHostFacets,
} from "../../storage/count/counters.ts";
import {
  FACETS_FORM,
  toFacets,
  type RecordCounts,
  type HostSelection,
  type RecordFacets,
} from "../../domain/record-facets.ts";
import { HANDLERS } from "../../domain/handler.ts";
import type { ServiceContext } from "../context.ts";
import { done, type Result } from "../result.ts";
import { countInSteps, FRESH_MS, type Counted } from "../count/count-in-steps.ts";
import {
  countingClicks,
  countingTotals,
  countingFacets,
  countingSummary,
  planDestinations,
  type ClickTotals,
} from "../count/counting.ts";
import { sha256Hex } from "../../runtime/digest.ts";
import { upsertAnswer, selectCount } from "../../storage/count/cache.ts";
import { selectRecordCount } from "../../storage/workspace/read.ts";
import type { Refusal } from "../../domain/refusal/refusal.ts";
import { changeDestination, type DestinationChange } from "../../domain/destination-change.ts";
import type { SummaryTally } from "../../domain/record-summary.ts";
import { allDestinations } from "../../domain/rule/rule.ts";
import { firstDayOfLastFourWeeks, startOfDay } from "../../domain/calendar.ts";
import { getRecords, type RecordView } from "./records.ts";

/** Counts the records that a filter matches (`GET /link/count`). */
export async function countRecords(
  ctx: ServiceContext,
  filter: RecordFilter,
): Promise<Result<Counted<RecordCounts>>> {
  const { reach } = ctx.caller;
  if (!isWhole(reach) || !isCountedByCells(filter))
    return done(await countInSteps(ctx, countingTotals(filter)));
  const { total, paused } = await selectCellTotals(ctx.env.DB, reach, filter);
  return done({ tally: { total, paused }, isRefreshing: false });
}

/** Counts the records that a filter matches and their clicks, as they were within the last minute (contract 13.12). */
export async function countClicks(ctx: ServiceContext, filter: RecordFilter): Promise<ClickTotals> {
  return (await countInSteps(ctx, countingClicks(filter))).tally;
}

export interface Facets extends RecordFacets {
  refreshing: boolean;
}

/** Counts the records that a filter matches, grouped by their values (contract 13.10). */
export async function getFacets(
  ctx: ServiceContext,
  { filter, hosts }: { filter: RecordFilter; hosts: HostSelection },
): Promise<Result<Facets>> {
  const { reach } = ctx.caller;
  if (isEmptyFilter(filter) && isWhole(reach)) return done(await getAllFacets(ctx, reach, hosts));
  const { tally, isRefreshing } = await countInSteps(ctx, countingFacets(filter));
  const facets = { ...toFacets(tally, hosts), refreshing: isRefreshing };
  if (!isRefreshing) return done(facets);
  const { handlers = HANDLERS, ...others } = filter;
  // Hostnames count their records by handler.
  const ofHosts =
    isEmptyFilter(others) && reach.tags === null
      ? await selectHostFacets(ctx.env.DB, reach, handlers, hosts)
      : null;
  const { dns_issue = facets.health.dns_issue, ...counted } = ofHosts ?? {};
  const health = { ...facets.health, dns_issue };
  if (!isWhole(reach) || !isCountedByCells(filter)) return done({ ...facets, ...counted, health });
  const { paused, broken, ...totals } = await selectCellTotals(ctx.env.DB, reach, filter);
  return done({ ...facets, ...totals, ...counted, health: { ...health, paused, broken } });
}

/** Counts all records, from counters. The result is shown for a minute, or until records come or go (contract 13.12). */
async function getAllFacets(
  ctx: ServiceContext,
  reach: WholeWorkspace,
  hosts: HostSelection,
): Promise<Facets> {
  const { DB } = ctx.env;
  const { workspaceId } = reach;
  const request = JSON.stringify({ kind: "all-facets", form: FACETS_FORM, hosts });
  const key = await sha256Hex(request);
  const [entry, total] = await Promise.all([selectCount(DB, workspaceId, key), selectRecordCount(DB, reach)]);
  const older = typeof entry?.answer === "string" ? (JSON.parse(entry.answer) as RecordFacets) : null;
  if (older?.total === total && ctx.nowMs - (entry?.countedAtMs ?? 0) < FRESH_MS) {
    return { ...older, refreshing: false };
  }
  const facets = await selectFacets(DB, reach, hosts, ctx.nowMs);
  ctx.background(upsertAnswer(DB, workspaceId, key, { request, answer: JSON.stringify(facets) }, ctx.nowMs));
  return { ...facets, refreshing: false };
}

const WEEKS = 4;

export interface BulkSummary extends Pick<
  SummaryTally,
  "total" | "paused" | "changed" | "invalid" | "conflicts"
> {
  byKind: { link: number; qr: number; redirect: number; migration: number };
  recentTraffic: { links: number; visits: number; weeks: number; sinceMs: number };
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
  // Leaves out records that were deleted since.
  const found = await getRecords(
    ctx,
    tally.sample.map(({ id }) => id),
  );
  const views = found.ok ? found.value : [];
  const ids = views.map(({ record }) => record.id);
  const planned = await planDestinations(ctx, ids, change);
  const { links, visits } = tally;
  const sinceMs = startOfDay(firstDayOfLastFourWeeks(ctx.nowMs));
  return done({
    ...tally,
    byKind: { link, qr, redirect, migration },
    recentTraffic: { links, visits, weeks: WEEKS, sinceMs },
    sample: views.map((view) => ({
      view,
      ...preview(view, change),
      refusal: Object.values(planned.get(view.record.id)?.reasons ?? {})[0]?.[0],
    })),
    isRefreshing,
  });
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

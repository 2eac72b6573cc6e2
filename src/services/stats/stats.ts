import { deleteRecordClicks } from "../../storage/click/forget.ts";
import { selectRecord } from "../../storage/record/read.ts";
import type { ReadContext, ServiceContext } from "../context.ts";
import { NOT_FOUND, done, invalid, type Result } from "../result.ts";
import type { Stats, StatsRequest, Breakdown, Include } from "./types.ts";
import { refuse } from "../../domain/refusal/refusal.ts";
import { isWhole } from "../../domain/reach.ts";
import { isEmptyFilter } from "../../domain/record-filter.ts";
import { DAY_MS } from "../../domain/time.ts";
import {
  toPreviousStart,
  toSeries,
  toStatsRange,
  type StatsPoint,
  type StatsRange,
} from "../../domain/stats.ts";
import type { Dimension } from "../../clicks/sheet.ts";
import { selectClicks, type ClickScope } from "../../storage/click/read-stats.ts";
import { selectConversions } from "../../storage/conversion/read.ts";
import { selectRetention } from "../../storage/workspace/read.ts";
import { countInSteps } from "../count/count-in-steps.ts";
import {
  countingStats,
  addClicks,
  addConversions,
  NO_STATS,
  toConversionStats,
  toBreakdown,
  type StatsTally,
} from "./counting-stats.ts";

/**
 * Returns the clicks of all records of the workspace, including deleted ones, or of the records that a filter
 * matches (`GET /stats`).
 */
export async function getWorkspaceStats(ctx: ReadContext, request: StatsRequest): Promise<Result<Stats>> {
  return readStats(ctx, null, request);
}

/** Returns the clicks that are still kept, of all records of the workspace, with the largest values of breakdowns. */
export async function getKeptStats(ctx: ServiceContext, include: Include[]): Promise<Result<Stats>> {
  const { days } = await selectRetention(ctx.env.DB, ctx.caller.workspace.id);
  const fromMs = ctx.nowMs - days * DAY_MS;
  return readStats(ctx, null, {
    interval: "week",
    fromMs,
    filter: {},
    include,
    includedShown: 500,
    hasPrevious: false,
  });
}

/**
 * Returns the clicks of one record over time, with their origins and targets (`GET /links/{id}/stats`). Returns none
 * if the filter does not match the record.
 */
export async function getRecordStats(
  ctx: ReadContext,
  id: string,
  request: StatsRequest,
): Promise<Result<Stats>> {
  const record = await selectRecord(ctx.env.DB, ctx.caller.reach, id);
  return record === null ? NOT_FOUND : readStats(ctx, id, request);
}

/**
 * Deletes the clicks of a record (`DELETE /links/{id}/stats`). They stay in the numbers of the workspace.
 */
export async function forgetRecordStats(ctx: ServiceContext, id: string): Promise<Result<null>> {
  const { DB } = ctx.env;
  const record = await selectRecord(DB, ctx.caller.reach, id);
  if (record === null) return NOT_FOUND;
  await DB.batch(deleteRecordClicks(DB, ctx.caller.workspace.id, record.record.id));
  return done(null);
}

/** Values are stored by day. */
const BY_DAY = { names: "day, week" };
const VALUES_SHOWN = 20;
/** All, for a map. */
const COUNTRIES_SHOWN = 250;
const INCLUDED_SHOWN = 100;

/**
 * Returns clicks over time.
 * @param recordId the id of the only record to count; null for all that the filter matches
 */
async function readStats(
  ctx: ReadContext,
  recordId: string | null,
  request: StatsRequest,
): Promise<Result<Stats>> {
  const { env, nowMs } = ctx;
  if (request.value && request.interval === "hour")
    return invalid({ interval: [refuse("not_one_of", BY_DAY)] });
  const retention = await selectRetention(env.DB, ctx.caller.reach.workspaceId);
  const range = toStatsRange(request, nowMs, retention);
  if (!range.ok) return invalid({ from: [range.reason] });
  const { value } = range;
  const previous = request.hasPrevious ? toPreviousStart(value, nowMs, retention) : null;
  if (previous !== null && !previous.ok) return invalid({ previous: [previous.reason] });
  const asked: Asked = { range: value, pointsFromMs: previous?.value ?? value.fromMs, request };
  const isFiltered = !isEmptyFilter(request.filter);
  const scope = isFiltered ? null : scopeOf(ctx, recordId);
  if (scope === null || request.include.length > 0) {
    return done(await readBySteps(ctx, recordId, asked, scope));
  }
  return done(toStats(await readAtOnce(ctx, scope, asked), asked, false));
}

/** Returns the scope whose sheets have the clicks; null if the clicks are summed record by record. */
function scopeOf({ caller: { reach } }: ReadContext, recordId: string | null): ClickScope | null {
  if (recordId !== null) return { workspaceId: reach.workspaceId, recordIds: [recordId] };
  // The sheets of a workspace count all its hostnames.
  return isWhole(reach) ? { whole: reach, recordIds: null } : null;
}

interface Asked {
  range: StatsRange;
  pointsFromMs: number;
  request: StatsRequest;
}

async function readAtOnce(
  { env }: ReadContext,
  scope: ClickScope,
  { range, pointsFromMs, request: { value } }: Asked,
): Promise<StatsTally> {
  const options = { pointsFromMs, valueCount: COUNTRIES_SHOWN, value };
  const [clicks, conversions] = await Promise.all([
    selectClicks(env.DB, scope, range, options),
    selectConversions(env.DB, scope, range),
  ]);
  return addConversions(addClicks(NO_STATS, clicks), conversions);
}

async function readBySteps(
  ctx: ReadContext,
  recordId: string | null,
  asked: Asked,
  scope: ClickScope | null,
): Promise<Stats> {
  const { filter, value, include } = asked.request;
  const counted = await countInSteps(
    ctx,
    countingStats({
      kind: "stats",
      filter: recordId === null ? filter : narrow(filter, recordId),
      range: asked.range,
      pointsFromMs: asked.pointsFromMs,
      hasClicks: scope === null,
      value,
      include,
    }),
  );
  if (scope === null) return toStats(counted.tally, asked, counted.isRefreshing);
  const all = await readAtOnce(ctx, scope, asked);
  return toStats({ ...all, included: counted.tally.included }, asked, counted.isRefreshing);
}

function narrow(filter: StatsRequest["filter"], recordId: string): StatsRequest["filter"] {
  const isListed = filter.ids === undefined || filter.ids.includes(recordId);
  return { ...filter, ids: isListed ? [recordId] : [] };
}

function toStats(tally: StatsTally, { range, pointsFromMs, request }: Asked, isRefreshing: boolean): Stats {
  const breakdowns = Object.entries(tally.values).map(([name, values]) => [
    name,
    toBreakdown(values, name === "country" ? COUNTRIES_SHOWN : VALUES_SHOWN),
  ]);
  const included = request.include.map((name) => [
    name,
    toBreakdown(tally.included[name], request.includedShown ?? INCLUDED_SHOWN),
  ]);
  const before = { interval: range.interval, fromMs: pointsFromMs, toMs: range.fromMs };
  return {
    ...range,
    ...sumUp(range, tally.points),
    breakdowns: Object.fromEntries(breakdowns) as Record<Dimension, Breakdown>,
    included: Object.fromEntries(included) as Partial<Record<Include, Breakdown>>,
    conversions: toConversionStats(tally.conversions, VALUES_SHOWN),
    previous: request.hasPrevious
      ? { fromMs: before.fromMs, toMs: before.toMs, ...sumUp(before, tally.points) }
      : null,
    isRefreshing,
  };
}

function sumUp(range: StatsRange, points: StatsPoint[]) {
  const series = toSeries(range, points);
  const sum = (of: "clicks" | "bots") => series.reduce((total, point) => total + point[of], 0);
  return { clicks: sum("clicks"), bots: sum("bots"), series };
}

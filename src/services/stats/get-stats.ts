import { readStats, type CountedClicks } from "../../storage/click/read-stats.ts";
import {
  toSeries,
  toStatsRange,
  type Interval,
  type StatsPoint,
  type StatsRange,
} from "../../domain/stats.ts";
import { getRecord } from "../../storage/record/write.ts";
import type { ServiceContext } from "../context.ts";
import { done, failed, invalid, type Result } from "../result.ts";

interface StatsRequest {
  interval: Interval;
  fromMs?: number;
  toMs?: number;
}

export interface Stats extends StatsRange {
  /** Of the whole range. */
  clicks: number;
  bots: number;
  series: StatsPoint[];
  breakdowns: CountedClicks["breakdowns"];
}

/** Clicks of one record over time, and where they came from and went to. */
export async function getRecordStats(
  ctx: ServiceContext,
  id: string,
  request: StatsRequest,
): Promise<Result<Stats>> {
  const record = await getRecord(ctx.env.DB, ctx.caller.workspace.id, id);
  return record === null ? failed({ code: "not_found" }) : getStats(ctx, id, request);
}

/** Clicks of all records of the workspace, those included that are deleted by now. */
export function getWorkspaceStats(ctx: ServiceContext, request: StatsRequest): Promise<Result<Stats>> {
  return getStats(ctx, ctx.caller.workspace.id, request);
}

async function getStats(
  { env, nowMs }: ServiceContext,
  scopeId: string,
  request: StatsRequest,
): Promise<Result<Stats>> {
  const range = toStatsRange(request, nowMs);
  if (!range.ok) return invalid({ from: [range.reason] });
  const { counted, breakdowns } = await readStats(env.DB, scopeId, range.value);
  const series = toSeries(range.value, counted);
  const sum = (of: "clicks" | "bots") => series.reduce((total, point) => total + point[of], 0);
  return done({ ...range.value, clicks: sum("clicks"), bots: sum("bots"), series, breakdowns });
}

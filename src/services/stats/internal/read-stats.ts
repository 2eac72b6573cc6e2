import { selectClicks, type ClickScope } from "../../../storage/click/read-stats.ts";
import { toSeries, toStatsRange } from "../../../domain/stats.ts";
import type { ServiceContext } from "../../context.ts";
import { done, invalid, type Result } from "../../result.ts";
import type { Stats, StatsRequest } from "../types.ts";
import { toBreakdowns } from "./breakdown.ts";

const VALUES_SHOWN = 20;

/** Returns clicks over time. */
export async function readStats(
  { env, nowMs }: ServiceContext,
  scope: ClickScope,
  request: StatsRequest,
): Promise<Result<Stats>> {
  const range = toStatsRange(request, nowMs);
  if (!range.ok) return invalid({ from: [range.reason] });
  const { points, breakdowns } = await selectClicks(env.DB, scope, range.value, { valueCount: VALUES_SHOWN });
  const series = toSeries(range.value, points);
  const sum = (of: "clicks" | "bots") => series.reduce((total, point) => total + point[of], 0);
  return done({
    ...range.value,
    clicks: sum("clicks"),
    bots: sum("bots"),
    series,
    breakdowns: toBreakdowns(breakdowns),
  });
}

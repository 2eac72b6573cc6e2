import { selectStats } from "../../../storage/click/read-stats.ts";
import { toSeries, toStatsRange } from "../../../domain/stats.ts";
import type { ServiceContext } from "../../context.ts";
import { done, invalid, type Result } from "../../result.ts";
import type { Stats, StatsRequest } from "../types.ts";

/**
 * Returns clicks over time.
 * @param scopeId the id of a record or of a workspace
 */
export async function readStats(
  { env, nowMs }: ServiceContext,
  scopeId: string,
  request: StatsRequest,
): Promise<Result<Stats>> {
  const range = toStatsRange(request, nowMs);
  if (!range.ok) return invalid({ from: [range.reason] });
  const { counted, breakdowns } = await selectStats(env.DB, scopeId, range.value);
  const series = toSeries(range.value, counted);
  const sum = (of: "clicks" | "bots") => series.reduce((total, point) => total + point[of], 0);
  return done({ ...range.value, clicks: sum("clicks"), bots: sum("bots"), series, breakdowns });
}

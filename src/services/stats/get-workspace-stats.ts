import type { ServiceContext } from "../context.ts";
import type { Result } from "../result.ts";
import { readStats } from "./internal/read-stats.ts";
import type { Stats, StatsRequest } from "./types.ts";

/**
 * Returns the clicks of all records of the workspace, including deleted ones, or of the records that a filter
 * matches (`GET /stats`).
 */
export async function getWorkspaceStats(ctx: ServiceContext, request: StatsRequest): Promise<Result<Stats>> {
  return readStats(ctx, null, request);
}

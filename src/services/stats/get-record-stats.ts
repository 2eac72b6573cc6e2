import { selectRecord } from "../../storage/record/read.ts";
import type { ServiceContext } from "../context.ts";
import { NOT_FOUND, type Result } from "../result.ts";
import { readStats } from "./internal/read-stats.ts";
import type { Stats, StatsRequest } from "./types.ts";

/**
 * Returns the clicks of one record over time, with their origins and targets (`GET /links/{id}/stats`). Returns none
 * if the filter does not match the record.
 */
export async function getRecordStats(
  ctx: ServiceContext,
  id: string,
  request: StatsRequest,
): Promise<Result<Stats>> {
  const record = await selectRecord(ctx.env.DB, ctx.caller.reach, id);
  return record === null ? NOT_FOUND : readStats(ctx, id, request);
}

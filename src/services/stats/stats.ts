import { deleteRecordClicks } from "../../storage/click/forget.ts";
import { selectRecord } from "../../storage/record/read.ts";
import type { ServiceContext } from "../context.ts";
import { type Result, NOT_FOUND, done } from "../result.ts";
import { readStats } from "./internal/read-stats.ts";
import type { Stats, StatsRequest } from "./types.ts";

/**
 * Returns the clicks of all records of the workspace, including deleted ones, or of the records that a filter
 * matches (`GET /stats`).
 */
export async function getWorkspaceStats(ctx: ServiceContext, request: StatsRequest): Promise<Result<Stats>> {
  return readStats(ctx, null, request);
}

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

import { batchIdPrefix } from "../../clicks/click.ts";
import { firstDayKept, firstHourKept } from "../../domain/stats.ts";
import { DAY_MS } from "../../domain/time.ts";

/** How many rows of each table one run deletes at most. */
const MAX_ROWS = 5_000;

/** Longer than any queue keeps a message, so that a batch delivered again is recognized. */
const BATCHES_KEPT_MS = 15 * DAY_MS;

/** Deletes counts that are no longer shown: hours after two weeks, days after thirteen months. */
export async function deleteOldClicks(db: D1Database, nowMs: number): Promise<void> {
  const deleteBefore = (first: number | string, table: string, age: string, primaryKey: string) =>
    db
      .prepare(
        `DELETE FROM ${table} WHERE (${primaryKey}) IN (
           SELECT ${primaryKey} FROM ${table} WHERE ${age} < ?1 ORDER BY ${age} LIMIT ${MAX_ROWS})`,
      )
      .bind(first);
  await db.batch([
    deleteBefore(firstHourKept(nowMs), "clicks_hourly", "hour", "scope_id, hour"),
    deleteBefore(firstDayKept(nowMs), "clicks_daily", "day", "scope_id, day"),
    deleteBefore(firstDayKept(nowMs), "clicks_by_value", "day", "scope_id, dimension, day, value"),
    deleteBefore(batchIdPrefix(nowMs - BATCHES_KEPT_MS), "click_batches", "id", "id"),
  ]);
}

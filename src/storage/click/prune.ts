import { batchIdPrefix } from "../../clicks/click.ts";
import { firstDayKept, firstHourKept } from "../../domain/stats.ts";
import { DAY_MS } from "../../domain/time.ts";

/** Of each table in one run: what is left over waits for the next. */
const MAX_ROWS = 5_000;

/** Longer than any queue keeps a message: a batch that comes again is known. */
const BATCHES_KEPT_MS = 15 * DAY_MS;

/** Removes counts that are no longer shown: hours of two weeks ago, days of thirteen months ago. */
export async function deleteOldClicks(db: D1Database, nowMs: number): Promise<void> {
  const dropBefore = (first: number | string, table: string, age: string, primaryKey: string) =>
    db
      .prepare(
        `DELETE FROM ${table} WHERE (${primaryKey}) IN (
           SELECT ${primaryKey} FROM ${table} WHERE ${age} < ?1 ORDER BY ${age} LIMIT ${MAX_ROWS})`,
      )
      .bind(first);
  await db.batch([
    dropBefore(firstHourKept(nowMs), "clicks_hourly", "hour", "scope_id, hour"),
    dropBefore(firstDayKept(nowMs), "clicks_daily", "day", "scope_id, day"),
    dropBefore(firstDayKept(nowMs), "clicks_by_value", "day", "scope_id, dimension, day, value"),
    dropBefore(batchIdPrefix(nowMs - BATCHES_KEPT_MS), "click_batches", "id", "id"),
  ]);
}

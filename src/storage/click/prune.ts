import { batchIdPrefix } from "../../clicks/batch-id.ts";
import { firstDayKept, firstHourKept } from "../../domain/stats.ts";
import { DAY_MS } from "../../domain/time.ts";
import { dayOf } from "../../domain/calendar.ts";

/** The most rows of each table that one run deletes. */
const MAX_ROWS = 5_000;

/** Longer than queues keep messages, so that a repeated message is recognized. */
const MESSAGES_KEPT_MS = 15 * DAY_MS;

/**
 * Deletes sheets of days that their workspace no longer keeps. The first day kept is a Monday, as in `mondayOf`.
 * The casts are needed because D1 binds numbers as floating-point values.
 */
const DELETE_SHEETS = `
  DELETE FROM click_sheets WHERE (scope_id, day) IN (
    SELECT s.scope_id, s.day
    FROM workspaces w CROSS JOIN click_sheets s INDEXED BY click_sheets_by_day
      ON s.workspace_id = w.id AND s.day < (CAST(?1 AS INTEGER) - w.retention_days + 3) / 7 * 7 - 3
    LIMIT ${MAX_ROWS})`;

/** Deletes messages, except those whose clicks are not in a sheet yet. */
const DELETE_MESSAGES = `
  DELETE FROM click_batches WHERE id IN (
    SELECT id FROM click_batches WHERE id < ?1 AND body IS NULL ORDER BY id LIMIT ${MAX_ROWS})`;

/** Deletes counts that are no longer shown, and the ids of messages that queues cannot deliver again. */
export async function deleteOldClicks(db: D1Database, nowMs: number): Promise<void> {
  const deleteBefore = (first: number, table: string, age: string, primaryKey: string) =>
    db
      .prepare(
        `DELETE FROM ${table} WHERE (${primaryKey}) IN (
           SELECT ${primaryKey} FROM ${table} WHERE ${age} < ?1 ORDER BY ${age} LIMIT ${MAX_ROWS})`,
      )
      .bind(first);
  await db.batch([
    db.prepare(DELETE_SHEETS).bind(dayOf(nowMs)),
    db.prepare(DELETE_MESSAGES).bind(batchIdPrefix(nowMs - MESSAGES_KEPT_MS)),
    // The tables of the previous release, until their rows are moved into sheets.
    deleteBefore(firstHourKept(nowMs), "clicks_hourly", "hour", "scope_id, hour"),
    deleteBefore(firstDayKept(nowMs), "clicks_daily", "day", "scope_id, day"),
    deleteBefore(firstDayKept(nowMs), "clicks_by_value", "day", "scope_id, dimension, day, value"),
  ]);
}

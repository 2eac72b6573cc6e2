import { batchIdPrefix } from "../../clicks/batch-id.ts";
import { firstDayKept, firstHourKept } from "../../domain/stats.ts";
import { DAY_MS } from "../../domain/time.ts";
import { deletePart } from "../statement.ts";
import { cutOldMonths, FIRST_DAY_KEPT, HAS_OLD_MONTHS } from "./cut.ts";

/** The most rows of each table that one run deletes. */
const MAX_ROWS = 5_000;

/** Longer than queues keep messages, so that a repeated message is recognized. */
const MESSAGES_KEPT_MS = 15 * DAY_MS;

/** Sheets of days that their workspace no longer keeps. */
const OLD_SHEETS = `
  FROM workspaces w CROSS JOIN click_sheets s INDEXED BY click_sheets_by_day
    ON s.workspace_id = w.id AND s.day < ${FIRST_DAY_KEPT}`;

const DELETE_SHEETS = `
  DELETE FROM click_sheets WHERE (scope_id, day) IN (SELECT s.scope_id, s.day ${OLD_SHEETS} LIMIT ${MAX_ROWS})`;

/** Returns messages that no queue delivers again, except those whose clicks are not in a sheet yet. */
const oldMessages = (nowMs: number): string =>
  `FROM click_batches WHERE id < '${batchIdPrefix(nowMs - MESSAGES_KEPT_MS)}' AND body IS NULL`;

/** The tables of 0.1.0, until their rows are moved into sheets. */
const OLD_TABLES = [
  { table: "clicks_hourly", age: "hour", key: "scope_id, hour", first: firstHourKept },
  { table: "clicks_daily", age: "day", key: "scope_id, day", first: firstDayKept },
  { table: "clicks_by_value", age: "day", key: "scope_id, dimension, day, value", first: firstDayKept },
];

/** Returns the condition that days are old, which reads two rows for each workspace. */
export const HAS_OLD_DAYS = `EXISTS (SELECT 1 ${OLD_SHEETS}) OR ${HAS_OLD_MONTHS}`;

export const hasOldClicks = (nowMs: number): string =>
  [
    oldMessages(nowMs),
    ...OLD_TABLES.map(({ table, age, first }) => `FROM ${table} WHERE ${age} < ${first(nowMs)}`),
  ]
    .map((old) => `EXISTS (SELECT 1 ${old})`)
    .join(" OR ");

/**
 * Deletes counts that are no longer shown, and the ids of messages that queues cannot deliver again, a bounded number at
 * once. Returns whether more are left.
 */
export async function deleteOldClicks(db: D1Database, nowMs: number): Promise<boolean> {
  const old = OLD_TABLES.map(({ table, age, key, first }) =>
    db.prepare(
      `DELETE FROM ${table} WHERE (${key}) IN (
         SELECT ${key} FROM ${table} WHERE ${age} < ${first(nowMs)} ORDER BY ${age} LIMIT ${MAX_ROWS})`,
    ),
  );
  const messages = db.prepare(
    `DELETE FROM click_batches WHERE id IN (SELECT id ${oldMessages(nowMs)} ORDER BY id LIMIT ${MAX_ROWS})`,
  );
  const hasMore = await deletePart(db, [db.prepare(DELETE_SHEETS).bind(nowMs), messages, ...old], MAX_ROWS);
  return hasMore || (await cutOldMonths(db, nowMs));
}

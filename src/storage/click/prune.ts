import { batchIdPrefix } from "../../clicks/batch-id.ts";
import { firstDayKept, firstHourKept } from "../../domain/stats.ts";
import { DAY_MS } from "../../domain/time.ts";
import { deletePart } from "../statement.ts";
import { oldConversions } from "../conversion/prune.ts";
import { cutOldMonths, FIRST_DAY_KEPT, HAS_OLD_MONTHS } from "./cut.ts";

/** The most rows of each table that one run deletes. */
const MAX_ROWS = 5_000;

/** Longer than queues keep messages, so that a repeated message is recognized. */
const MESSAGES_KEPT_MS = 15 * DAY_MS;

/** The counts of days, with their keys. */
const DAYS = { click_sheets: "scope_id, day", conversion_sums: "scope_id, day, name, kind, value" };

/** Returns the days of a table that their workspace no longer keeps. */
const oldDays = (table: string): string =>
  `FROM workspaces w CROSS JOIN ${table} s INDEXED BY ${table}_by_day
    ON s.workspace_id = w.id AND s.day < ${FIRST_DAY_KEPT}`;

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
export const HAS_OLD_DAYS = [
  HAS_OLD_MONTHS,
  ...Object.keys(DAYS).map((table) => `EXISTS (SELECT 1 ${oldDays(table)})`),
].join(" OR ");

export const hasOldClicks = (nowMs: number): string =>
  [
    oldMessages(nowMs),
    ...OLD_TABLES.map(({ table, age, first }) => `FROM ${table} WHERE ${age} < ${first(nowMs)}`),
    ...oldConversions(nowMs).map(({ table, old }) => `FROM ${table} WHERE ${old}`),
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
  const conversions = oldConversions(nowMs).map(({ table, key, old: isOld }) =>
    db.prepare(
      `DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} WHERE ${isOld} LIMIT ${MAX_ROWS})`,
    ),
  );
  const days = Object.entries(DAYS).map(([table, key]) => {
    const old = `SELECT ${key.replaceAll(/\w+/g, "s.$&")} ${oldDays(table)} LIMIT ${MAX_ROWS}`;
    return db.prepare(`DELETE FROM ${table} WHERE (${key}) IN (${old})`).bind(nowMs);
  });
  const hasMore = await deletePart(db, [...days, messages, ...old, ...conversions], MAX_ROWS);
  return hasMore || (await cutOldMonths(db, nowMs));
}

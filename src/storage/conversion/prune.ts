import { FIRST_DAY_KEPT } from "../click/cut.ts";
import { deletePart } from "../statement.ts";
import { dayOf } from "../../domain/calendar.ts";
import { DAY_MS, HOUR_MS } from "../../domain/time.ts";

/** What is kept of conversions, and how long (contract 38.7). */

const KEPT_DAYS = 30;

/** Returns the tables with rows that are too old, and which. A mark is kept longer than its click, so that none counts twice. */
const oldRows = (nowMs: number): { table: string; key: string; old: string }[] => [
  { table: "click_ids", key: "id", old: `at < ${nowMs - KEPT_DAYS * DAY_MS}` },
  {
    table: "conversions",
    key: "click_id, name, workspace_id",
    old: `is_counted = 0 AND at < ${nowMs - HOUR_MS}`,
  },
  {
    table: "conversions",
    key: "click_id, name, workspace_id",
    old: `is_counted = 1 AND at < ${nowMs - (KEPT_DAYS + 1) * DAY_MS}`,
  },
  { table: "conversion_names", key: "workspace_id, name", old: `used_day < ${dayOf(nowMs) - KEPT_DAYS}` },
];

/** Sums of days that their workspace no longer keeps. */
const OLD_SUMS = `
  FROM workspaces w CROSS JOIN conversion_sums s INDEXED BY conversion_sums_by_day
    ON s.workspace_id = w.id AND s.day < ${FIRST_DAY_KEPT}`;

/** The condition that sums are old, which reads a row for each workspace. */
export const HAS_OLD_SUMS = `EXISTS (SELECT 1 ${OLD_SUMS})`;

export const hasOldConversions = (nowMs: number): string =>
  oldRows(nowMs)
    .map(({ table, old }) => `EXISTS (SELECT 1 FROM ${table} WHERE ${old})`)
    .join(" OR ");

/** The most rows that one statement deletes. */
const MAX_ROWS = 5_000;

/** Deletes what is no longer kept, a bounded number at once. Returns whether more is left. */
export function deleteOldConversions(db: D1Database, nowMs: number): Promise<boolean> {
  const rows = oldRows(nowMs).map(({ table, key, old }) =>
    db.prepare(
      `DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} WHERE ${old} LIMIT ${MAX_ROWS})`,
    ),
  );
  const sums = db
    .prepare(
      `DELETE FROM conversion_sums WHERE (scope_id, day, name, kind, value) IN (
         SELECT s.scope_id, s.day, s.name, s.kind, s.value ${OLD_SUMS} LIMIT ${MAX_ROWS})`,
    )
    .bind(nowMs);
  return deletePart(db, [...rows, sums], MAX_ROWS);
}

import { DAY_MS } from "../../domain/time.ts";
import { toAssertionError } from "../commit.ts";
import { prepareMonths, type MonthKey } from "./month.ts";

/** Deletes the days of months that their workspace no longer keeps (contract 8.11). */

const MONTHS_AT_ONCE = 200;

/** Workspaces keep whole weeks, from a Monday on. D1 binds numbers as floating-point values, hence the cast. */
export const FIRST_DAY_KEPT = `((CAST(?1 AS INTEGER) / ${DAY_MS} - w.retention_days + 3) / 7 * 7 - 3)`;

const OLD_MONTHS = `
  FROM workspaces w CROSS JOIN click_months m INDEXED BY click_months_by_day
    ON m.workspace_id = w.id AND m.from_day < ${FIRST_DAY_KEPT}`;

/** The condition that months have old days, which reads a row for each workspace. */
export const HAS_OLD_MONTHS = `EXISTS (SELECT 1 ${OLD_MONTHS})`;

const SELECT_OLD = `
  SELECT m.scope_id AS scopeId, m.first_day AS firstDay, m.workspace_id AS workspaceId, ${FIRST_DAY_KEPT} AS firstKept
  ${OLD_MONTHS} LIMIT ${MONTHS_AT_ONCE}`;

/** Cuts some months. Returns whether more are left. */
export async function cutOldMonths(db: D1Database, nowMs: number): Promise<boolean> {
  const { results } = await db.prepare(SELECT_OLD).bind(nowMs).all<MonthKey & { firstKept: number }>();
  if (results.length === 0) return false;
  const firstKept = new Map<MonthKey, number>(results.map((month) => [month, month.firstKept]));
  try {
    await db.batch(
      await prepareMonths(db, results, (month, key) => {
        for (const day of month.keys()) if (day < (firstKept.get(key) ?? 0)) month.delete(day);
      }),
    );
  } catch (error) {
    // Another writer was first; the next run tries again.
    if (toAssertionError(error) !== null) return false;
    throw error;
  }
  return results.length === MONTHS_AT_ONCE;
}

import { dayOf } from "../../domain/calendar.ts";
import { DAY_MS, HOUR_MS } from "../../domain/time.ts";

/** What is kept of conversions, and how long (contract 38.7). */

const KEPT_DAYS = 30;

/** Returns the tables with rows that are too old, and which. A mark is kept longer than its click, so that none counts twice. */
export const oldConversions = (nowMs: number): { table: string; key: string; old: string }[] => [
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

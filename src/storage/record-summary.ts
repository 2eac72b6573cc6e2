import type { RecordFilter } from "../domain/record-filter.ts";
import { firstDayOfLastFourWeeks } from "../domain/week.ts";
import { toScope } from "./record-scope.ts";

/** What a bulk action on a filter would touch (contract: Bulk preview). */
export interface RecordSummary {
  total: number;
  paused: number;
  link: number;
  qr: number;
  redirect: number;
  migration: number;
  /** Records with clicks in the last four weeks, and how many those were. */
  links: number;
  visits: number;
}

const VISITS = "(SELECT sum(c.clicks) FROM clicks_daily c WHERE c.scope_id = r.id AND c.day >= ?)";

export async function summarize(
  db: D1Database,
  workspaceId: string,
  filter: RecordFilter,
  nowMs: number,
): Promise<RecordSummary> {
  const firstDay = firstDayOfLastFourWeeks(nowMs);
  const { from, where, parameters } = toScope(workspaceId, filter, nowMs);
  const row = await db
    .prepare(
      `SELECT count(*) AS total, count(r.paused_by) AS paused,
              coalesce(sum(r.handler = 'short-url'), 0) AS link, coalesce(sum(r.handler = 'qr'), 0) AS qr,
              coalesce(sum(r.handler = 'redirect'), 0) AS redirect,
              coalesce(sum(r.handler = 'migration'), 0) AS migration,
              coalesce(sum(${VISITS} > 0), 0) AS links, coalesce(sum(${VISITS}), 0) AS visits
       FROM ${from}
       WHERE ${where}`,
    )
    .bind(firstDay, firstDay, ...parameters)
    .first<RecordSummary>();
  return row ?? { total: 0, paused: 0, link: 0, qr: 0, redirect: 0, migration: 0, links: 0, visits: 0 };
}

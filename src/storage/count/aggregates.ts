import { hostOfKeySql } from "../../domain/claim-key.ts";
import type { FacetRow } from "../../domain/record-facets.ts";
import type { Sort } from "../../domain/record-filter.ts";
import type { SummaryRow } from "../../domain/record-summary.ts";
import { firstDayOfLastFourWeeks } from "../../domain/calendar.ts";
import { SORT_COLUMNS } from "../record/list.ts";
import type { ScanColumns } from "../record/scan.ts";

/** The columns that counts over filtered records read, and their conversion to the domain. */

/** One kind of count: the columns that it reads of each record, and how to convert their values. */
interface Aggregate<Row> {
  columns(nowMs: number): ScanColumns;
  toRow(values: unknown[]): Row;
}

export const TOTALS: Aggregate<{ isPaused: boolean }> = {
  columns: () => ({ columns: ["r.paused_by IS NOT NULL"], parameters: [] }),
  toRow: ([isPaused]) => ({ isPaused: isPaused === 1 }),
};

const FACET_COLUMNS: Record<keyof FacetRow, string> = {
  host: hostOfKeySql("r.host"),
  handler: "r.handler",
  html: "r.type = 'html'",
  paused: "r.paused_by IS NOT NULL",
  broken: "r.broken",
  styled: "r.qr IS NOT NULL",
  tags: "json(r.tags)",
  dns_issue: "(SELECT h.dns_wrong FROM hosts h WHERE h.host = r.host)",
  clicked_lately: "r.clicked_week >= ?",
  created_at: "r.created_at",
  updated_at: "r.updated_at",
};

export const FACETS: Aggregate<FacetRow> = {
  columns: (nowMs) => ({
    columns: Object.values(FACET_COLUMNS),
    parameters: [firstDayOfLastFourWeeks(nowMs)],
  }),
  toRow: (values) => toRow(FACET_COLUMNS, values),
};

/**
 * SQL for the clicks of people since a day, which is bound five times. Reads at most a row for each day, in sheets, months or
 * the table of release 0.1.0.
 */
const VISITS = `iif(r.clicked_week >= ?, (
  SELECT coalesce(sum(clicks), 0) FROM (
    SELECT s.clicks FROM click_sheets s WHERE s.scope_id = r.id AND s.day >= ?
    UNION ALL
    SELECT c.value FROM click_months m CROSS JOIN json_each(m.clicks) c
    WHERE m.scope_id = r.id AND m.first_day > ? - 31 AND m.first_day + c.key >= ?
    UNION ALL
    SELECT d.clicks FROM clicks_daily d WHERE d.scope_id = r.id AND d.day >= ?)), 0)`;

export function summaryAggregate(sort: Sort): Aggregate<SummaryRow> {
  const columns: Record<keyof SummaryRow, string> = {
    id: "r.id",
    handler: "r.handler",
    paused: "r.paused_by IS NOT NULL",
    place: `r.${SORT_COLUMNS[sort.field]}`,
    visits: VISITS,
  };
  return {
    columns: (nowMs) => ({
      columns: Object.values(columns),
      parameters: Array.from({ length: 5 }, () => firstDayOfLastFourWeeks(nowMs)),
    }),
    toRow: (values) => toRow(columns, values),
  };
}

/** Names values in the order of the columns. */
function toRow<T>(columns: Record<keyof T & string, string>, values: unknown[]): T {
  return Object.fromEntries(Object.keys(columns).map((name, index) => [name, values[index]])) as T;
}

import { dayOf } from "../../domain/calendar.ts";
import type { ConversionSum } from "../../domain/conversion.ts";
import type { StatsRange } from "../../domain/stats.ts";
import type { ClickScope } from "../click/read-stats.ts";

/** The conversions of a name by a kind and value; the kind `all` has all. */
export interface ConversionRow extends ConversionSum {
  name: string;
  kind: string;
  value: string;
}

const READ = `
  SELECT name, kind, value, sum(count) AS count, sum(amount) AS amount FROM conversion_sums
  WHERE scope_id IN (SELECT value FROM json_each(?1)) AND day >= ?2 AND day < ?3
  GROUP BY name, kind, value`;

/** Selects the conversions of a workspace, or of some of its records, in the days of a range. */
export async function selectConversions(
  db: D1Database,
  scope: ClickScope,
  { fromMs, toMs }: Pick<StatsRange, "fromMs" | "toMs">,
): Promise<ConversionRow[]> {
  const ids = scope.recordIds ?? [scope.whole.workspaceId];
  const { results } = await db
    .prepare(READ)
    .bind(JSON.stringify(ids), dayOf(fromMs), dayOf(toMs - 1) + 1)
    .all<ConversionRow>();
  return results;
}

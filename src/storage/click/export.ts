import { FROM_POSITION, POSITION } from "../record/read.ts";

export interface DailyClicks {
  /** Null for the clicks of the whole workspace. */
  recordId: string | null;
  /** Days since 1970-01-01, UTC. */
  day: number;
  clicks: number;
  bots: number;
}

/** The tables with daily counts, including the previous release's until it is moved. Unfolded messages are left out. */
const TABLES = ["click_sheets", "clicks_daily"];

const daysOfRecords = (table: string) =>
  `SELECT r.id AS recordId, c.day, c.clicks, c.bots, ${POSITION} AS position
   FROM records r CROSS JOIN ${table} c ON c.scope_id = r.id
   WHERE ${FROM_POSITION} AND ${POSITION} <= ?3 AND (${POSITION} > ?2 OR c.day > ?4)`;

/** Selects the daily clicks of a whole workspace, for at most thirteen months. */
export async function selectWorkspaceDays(db: D1Database, workspaceId: string): Promise<DailyClicks[]> {
  const { results } = await db
    .prepare(
      `SELECT NULL AS recordId, day, sum(clicks) AS clicks, sum(bots) AS bots
       FROM (${TABLES.map((table) => `SELECT day, clicks, bots FROM ${table} WHERE scope_id = ?1`).join(" UNION ALL ")})
       GROUP BY day ORDER BY day`,
    )
    .bind(workspaceId)
    .all<DailyClicks>();
  return results;
}

/** Selects the daily clicks of the records in a range of positions, after a day of the first record. */
export async function selectRecordDays(
  db: D1Database,
  workspaceId: string,
  { first, last, behind, limit }: { first: number; last: number; behind: string | number; limit: number },
): Promise<(DailyClicks & { position: number })[]> {
  const { results } = await db
    .prepare(
      `SELECT recordId, day, sum(clicks) AS clicks, sum(bots) AS bots, position
       FROM (${TABLES.map(daysOfRecords).join(" UNION ALL ")})
       GROUP BY position, day ORDER BY position, day LIMIT ?5`,
    )
    .bind(workspaceId, first, last, behind, limit)
    .all<DailyClicks & { position: number }>();
  return results;
}

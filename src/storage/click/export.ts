import { FROM_POSITION, POSITION } from "../record/read.ts";

export interface DailyClicks {
  /** Null for the clicks of the whole workspace. */
  recordId: string | null;
  /** Days since 1970-01-01, UTC. */
  day: number;
  clicks: number;
  bots: number;
}

/** Where daily counts are, including the table of 0.1.0 until it is moved. Unfolded messages are left out. */
const SOURCES = [
  { from: "click_sheets c", day: "c.day", clicks: "c.clicks", bots: "c.bots", where: "true" },
  {
    from: "click_months c CROSS JOIN json_each(c.clicks) d",
    day: "c.first_day + d.key",
    clicks: "d.value",
    bots: "c.bots ->> d.key",
    where: "d.value + (c.bots ->> d.key) > 0",
  },
  { from: "clicks_daily c", day: "c.day", clicks: "c.clicks", bots: "c.bots", where: "true" },
];

const DAYS_OF_WORKSPACE = SOURCES.map(
  ({ from, day, clicks, bots, where }) =>
    `SELECT ${day} AS day, ${clicks} AS clicks, ${bots} AS bots FROM ${from} WHERE c.scope_id = ?1 AND ${where}`,
).join(" UNION ALL ");

const DAYS_OF_RECORDS = SOURCES.map(
  ({ from, day, clicks, bots, where }) =>
    `SELECT r.id AS recordId, ${day} AS day, ${clicks} AS clicks, ${bots} AS bots, ${POSITION} AS position
     FROM records r CROSS JOIN ${from}
     WHERE c.scope_id = r.id AND ${where}
       AND ${FROM_POSITION} AND ${POSITION} <= ?3 AND (${POSITION} > ?2 OR ${day} > ?4)`,
).join(" UNION ALL ");

/** Selects the daily clicks of a whole workspace, for at most thirteen months. */
export async function selectWorkspaceDays(db: D1Database, workspaceId: string): Promise<DailyClicks[]> {
  const { results } = await db
    .prepare(
      `SELECT NULL AS recordId, day, sum(clicks) AS clicks, sum(bots) AS bots
       FROM (${DAYS_OF_WORKSPACE})
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
       FROM (${DAYS_OF_RECORDS})
       GROUP BY position, day ORDER BY position, day LIMIT ?5`,
    )
    .bind(workspaceId, first, last, behind, limit)
    .all<DailyClicks & { position: number }>();
  return results;
}

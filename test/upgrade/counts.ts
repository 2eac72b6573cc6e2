/**
 * Compares every counter with the rows that it counts. Each query selects the rows in which the two differ. Run it
 * only when no write is running.
 */

const differ = (kept: string, counted: string) => `
  WITH kept AS (${kept}), counted AS (${counted})
  SELECT 'kept' AS side, d.* FROM (SELECT * FROM kept EXCEPT SELECT * FROM counted) d
  UNION ALL
  SELECT 'counted' AS side, d.* FROM (SELECT * FROM counted EXCEPT SELECT * FROM kept) d`;

/** Clicks by day, from the sheets and from the table of the previous release. */
const CLICKS_BY_DAY = `
  SELECT scope_id, day, clicks FROM clicks_daily UNION ALL SELECT scope_id, day, clicks FROM click_sheets
  UNION ALL SELECT scope_id, first_day + c.key, c.value FROM click_months m, json_each(m.clicks) c`;

/** The queries by the name of the counter; each must return no row. */
const COUNTERS: Record<string, string> = {
  "records by what they are": differ(
    "SELECT workspace_id, kind, value, count FROM record_counts WHERE kind NOT IN ('tag', 'sum')",
    "SELECT workspace_id, kind, value, count(*) FROM record_entries GROUP BY 1, 2, 3",
  ),
  "records by tag": differ(
    "SELECT workspace_id, value, count FROM record_counts WHERE kind = 'tag'",
    "SELECT workspace_id, tag, count(*) FROM record_tags GROUP BY 1, 2",
  ),
  "hostnames with records": differ(
    "SELECT workspace_id, value, count FROM record_counts WHERE kind = 'sum'",
    `SELECT workspace_id, 'hosts', count(*) FROM hosts WHERE host IN (SELECT host FROM records) GROUP BY 1
     UNION ALL
     SELECT h.workspace_id, 'dns_issue', count(*) FROM records r JOIN hosts h ON h.host = r.host
     WHERE NOT h.correct AND h.errors <> '[]' GROUP BY 1`,
  ),
  "records by hostname": differ(
    "SELECT host, short_urls, qr_codes, redirects, migrations FROM hosts WHERE record_count <> 0",
    `SELECT host, sum(handler = 'short-url'), sum(handler = 'qr'), sum(handler = 'redirect'),
            sum(handler = 'migration') FROM records GROUP BY host`,
  ),
  "records of workspaces": differ(
    "SELECT id, record_count FROM workspaces WHERE record_count <> 0",
    "SELECT workspace_id, count(*) FROM records GROUP BY 1",
  ),
  "hostnames of workspaces": differ(
    "SELECT id, host_count FROM workspaces WHERE host_count <> 0",
    "SELECT workspace_id, count(*) FROM hosts GROUP BY 1",
  ),
  "clicks by day": differ(
    "SELECT id, total_clicks FROM records WHERE total_clicks <> 0",
    `SELECT id, sum(clicks) FROM records JOIN (${CLICKS_BY_DAY}) ON scope_id = id GROUP BY 1`,
  ),
  "clicks by hour": differ(
    "SELECT id, total_clicks FROM records WHERE total_clicks <> 0",
    `SELECT id, sum(clicks) FROM records JOIN (
       SELECT scope_id, clicks FROM clicks_hourly
       UNION ALL SELECT scope_id, h.value ->> 0 FROM click_sheets, json_each(body, '$.h') h
       UNION ALL SELECT scope_id, c.value FROM click_months m, json_each(m.clicks) c
     ) ON scope_id = id GROUP BY 1`,
  ),
  "weeks with clicks": differ(
    "SELECT id, clicked_week FROM records WHERE clicked_week <> 0",
    `SELECT id, (max(day) + 3) / 7 * 7 - 3 FROM records JOIN (${CLICKS_BY_DAY}) ON scope_id = id
     WHERE clicks > 0 GROUP BY 1`,
  ),
};

/** Returns the differing rows by the name of the counter; empty if all counters are correct. */
export async function findWrongCounts(
  select: (sql: string) => Promise<unknown[]>,
): Promise<Record<string, unknown[]>> {
  const wrong: Record<string, unknown[]> = {};
  for (const [name, sql] of Object.entries(COUNTERS)) {
    const rows = await select(sql);
    if (rows.length > 0) wrong[name] = rows;
  }
  return wrong;
}

type Select = <T>(sql: string) => Promise<T[]>;

/** Selects the workspace that the test began with. */
const FIRST = "SELECT id FROM workspaces WHERE number = 1";

/** Counts the records of the first workspace in their table, in the shape of the API's answers. */
export async function readCountedRecords(select: Select): Promise<{ facets: object; links: object }> {
  const [counted] = await select<Record<string, number>>(
    `SELECT count(*) AS total, sum(runtime = 'link') AS links, sum(handler = 'short-url') AS short_urls,
            sum(handler = 'qr') AS qr, sum(handler = 'redirect') AS redirects, sum(tags = '[]') AS untagged,
            sum(paused_by IS NOT NULL) AS paused, sum(runtime = 'link' AND paused_by IS NOT NULL) AS paused_links
     FROM records WHERE workspace_id = (${FIRST})`,
  );
  const hosts = await select<{ value: string; count: number }>(
    `SELECT host AS value, count(*) AS count FROM records WHERE workspace_id = (${FIRST})
     GROUP BY host ORDER BY count DESC, host`,
  );
  if (counted === undefined) throw new Error("a sum is one row");
  return {
    facets: {
      total: counted["total"],
      untagged: counted["untagged"],
      kinds: { link: counted["short_urls"], qr: counted["qr"], redirect: counted["redirects"] },
      hosts,
      health: { paused: counted["paused"] },
    },
    links: { total: counted["links"], paused: counted["paused_links"] },
  };
}

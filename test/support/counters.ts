import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { databasesOf } from "../../src/databases-of.ts";

const KEPT = "datetime('now', '-31 days')";

/** Counts the records now, in the form of the counters of all workspaces. */
const COUNTED = `
  SELECT workspace_id, kind, value, count(*) AS count FROM record_entries
  WHERE kind IN ('cell', 'clicked') OR value * CASE kind WHEN 'minute' THEN 60 WHEN 'hour' THEN 3600 ELSE 86400 END
    >= unixepoch(${KEPT})
  GROUP BY workspace_id, kind, value
  UNION ALL SELECT workspace_id, 'tag', tag, count(*) FROM record_tags GROUP BY workspace_id, tag
  UNION ALL SELECT workspace_id, 'sum', 'hosts', count(DISTINCT host) FROM records GROUP BY workspace_id
  UNION ALL SELECT r.workspace_id, 'sum', 'dns_issue', count(*) FROM records r JOIN hosts h ON h.host = r.host
            WHERE h.correct = 0 AND EXISTS (SELECT 1 FROM json_each(h.errors) WHERE value ->> 'scope' = 'dns')
            AND NOT EXISTS (SELECT 1 FROM json_each(h.errors) WHERE value ->> 'code' IN ('timeout', 'unreachable', 'malformed')) GROUP BY r.workspace_id`;

const KEPT_COUNTS = `
  SELECT workspace_id, kind, value, count FROM record_counts
  WHERE kind NOT IN ('minute', 'hour', 'day') OR value * CASE kind WHEN 'minute' THEN 60 WHEN 'hour' THEN 3600 ELSE 86400 END
    >= unixepoch(${KEPT})`;

const HOSTS = `
  SELECT h.host, short_urls, qr_codes, redirects, migrations FROM hosts h ORDER BY h.host`;

const COUNTED_HOSTS = `
  SELECT h.host, count(*) FILTER (WHERE r.handler = 'short-url') AS short_urls,
         count(*) FILTER (WHERE r.handler = 'qr') AS qr_codes,
         count(*) FILTER (WHERE r.handler = 'redirect') AS redirects,
         count(*) FILTER (WHERE r.handler = 'migration') AS migrations
  FROM hosts h LEFT JOIN records r ON r.host = h.host GROUP BY h.host ORDER BY h.host`;

/** Expects every counter to say what a count of the records says. */
export async function expectTrueCounters(): Promise<void> {
  const order = "ORDER BY workspace_id, kind, value";
  for (const { DB } of databasesOf(env)) {
    const [kept, counted, hosts, countedHosts] = await DB.batch([
      DB.prepare(`SELECT * FROM (${KEPT_COUNTS}) ${order}`),
      DB.prepare(`SELECT * FROM (${COUNTED}) ${order}`),
      DB.prepare(HOSTS),
      DB.prepare(COUNTED_HOSTS),
    ]);
    expect(kept?.results).toEqual(counted?.results);
    expect(hosts?.results).toEqual(countedHosts?.results);
  }
}

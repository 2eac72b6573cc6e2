-- Counts all records anew. The counters are kept by every write; this puts them right where
-- something from outside has changed the tables. It reads every record.
-- npx wrangler d1 execute signpost --remote --file scripts/recount.sql
UPDATE hosts SET short_urls = 0, qr_codes = 0, redirects = 0, migrations = 0;
DELETE FROM record_counts;
UPDATE hosts SET short_urls = c.short_urls, qr_codes = c.qr_codes, redirects = c.redirects, migrations = c.migrations
FROM (
  SELECT host, sum(handler = 'short-url') AS short_urls, sum(handler = 'qr') AS qr_codes,
         sum(handler = 'redirect') AS redirects, sum(handler = 'migration') AS migrations
  FROM records GROUP BY host
) c WHERE c.host = hosts.host;
INSERT INTO record_counts (workspace_id, kind, value, count)
SELECT workspace_id, kind, value, count(*) FROM record_entries
WHERE kind IN ('cell', 'clicked') OR value >= CASE kind
  WHEN 'minute' THEN unixepoch('now', '-32 days') / 60
  WHEN 'hour' THEN unixepoch('now', '-32 days') / 3600
  ELSE unixepoch('now', '-32 days') / 86400 END
GROUP BY workspace_id, kind, value;
INSERT INTO record_counts (workspace_id, kind, value, count)
SELECT workspace_id, 'tag', tag, count(*) FROM record_tags GROUP BY workspace_id, tag;

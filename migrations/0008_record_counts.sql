-- Counts of records, kept by the writes themselves: what a whole workspace's counts read does not
-- grow with its records. New records are counted by the statement that follows their insertion,
-- many at once; changes and deletions by triggers, whoever makes them.

-- Monday, as days since 1970-01-01, of the last week with a click; 0 without.
ALTER TABLE records ADD COLUMN clicked_week INTEGER NOT NULL DEFAULT 0;
UPDATE records SET clicked_week = c.week FROM (
  SELECT scope_id, (max(day) + 3) / 7 * 7 - 3 AS week FROM clicks_daily WHERE clicks > 0 GROUP BY scope_id
) c WHERE c.scope_id = records.id;

CREATE TABLE record_counts (
  workspace_id TEXT NOT NULL,
  -- 'cell', 'tag', 'clicked', 'minute', 'hour', 'day', 'sum': docs/storage.md tells what each counts.
  kind TEXT NOT NULL,
  -- Without a type: moments are numbers here, tags text, and '1' is not 1.
  value NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, kind, value)
) WITHOUT ROWID;
CREATE INDEX record_counts_by_size ON record_counts (workspace_id, count DESC, value) WHERE kind = 'tag';
CREATE INDEX record_counts_by_age ON record_counts (kind, value) WHERE kind IN ('minute', 'hour', 'day');

-- What each record counts for, but for its tags and its host: rows of (kind, value).
CREATE VIEW record_entries AS
SELECT r.row, r.id, r.workspace_id, e.value ->> 0 AS kind, e.value ->> 1 AS value
FROM records r CROSS JOIN json_each(json_array(
  json_array('cell', json_array(
    r.handler, r.type = 'html', r.paused_by IS NOT NULL, r.qr IS NOT NULL, r.tags = '[]')),
  json_array('clicked', nullif(r.clicked_week, 0)),
  json_array('minute', r.created_at / 60000),
  json_array('hour', r.created_at / 3600000),
  json_array('day', r.created_at / 86400000)
)) e
WHERE e.value ->> 1 IS NOT NULL;

ALTER TABLE hosts ADD COLUMN short_urls INTEGER NOT NULL DEFAULT 0;
ALTER TABLE hosts ADD COLUMN qr_codes INTEGER NOT NULL DEFAULT 0;
ALTER TABLE hosts ADD COLUMN redirects INTEGER NOT NULL DEFAULT 0;
ALTER TABLE hosts ADD COLUMN migrations INTEGER NOT NULL DEFAULT 0;
ALTER TABLE hosts ADD COLUMN record_count INTEGER AS (short_urls + qr_codes + redirects + migrations);
CREATE INDEX hosts_by_size ON hosts (workspace_id, record_count DESC, host);

-- A count of nothing is no row.
CREATE TRIGGER record_counts_nothing AFTER UPDATE OF count ON record_counts WHEN NEW.count = 0
BEGIN
  DELETE FROM record_counts
  WHERE workspace_id = NEW.workspace_id AND kind = NEW.kind AND value = NEW.value;
END;

CREATE TRIGGER hosts_count AFTER UPDATE OF correct, short_urls, qr_codes, redirects, migrations ON hosts
BEGIN
  INSERT INTO record_counts (workspace_id, kind, value, count)
  SELECT NEW.workspace_id, 'sum', s.column1, s.column2 FROM (VALUES
    ('hosts', (NEW.record_count > 0) - (OLD.record_count > 0)),
    ('dns_issue', iif(NEW.correct, 0, NEW.record_count) - iif(OLD.correct, 0, OLD.record_count))
  ) s WHERE s.column2 <> 0
  ON CONFLICT (workspace_id, kind, value) DO UPDATE SET count = count + excluded.count;
END;

-- A count that was dropped for its age is not counted down.
CREATE TRIGGER records_count_delete BEFORE DELETE ON records
BEGIN
  UPDATE record_counts SET count = count - 1 WHERE (workspace_id, kind, value) IN (
    SELECT workspace_id, kind, value FROM record_entries WHERE row = OLD.row);
  UPDATE hosts SET
    short_urls = short_urls - (OLD.handler = 'short-url'), qr_codes = qr_codes - (OLD.handler = 'qr'),
    redirects = redirects - (OLD.handler = 'redirect'), migrations = migrations - (OLD.handler = 'migration')
  WHERE host = OLD.host;
END;

CREATE TRIGGER record_tags_count_delete AFTER DELETE ON record_tags
BEGIN
  UPDATE record_counts SET count = count - 1
  WHERE workspace_id = OLD.workspace_id AND kind = 'tag' AND value = OLD.tag;
END;

-- When a record was created never changes; the rest is counted anew where it does.
CREATE TRIGGER records_count_before BEFORE UPDATE OF handler, type, paused_by, qr, tags ON records
WHEN (OLD.handler, OLD.type = 'html', OLD.paused_by IS NULL, OLD.qr IS NULL, OLD.tags = '[]')
  <> (NEW.handler, NEW.type = 'html', NEW.paused_by IS NULL, NEW.qr IS NULL, NEW.tags = '[]')
BEGIN
  UPDATE record_counts SET count = count - 1 WHERE (workspace_id, kind, value) IN (
    SELECT workspace_id, kind, value FROM record_entries WHERE row = OLD.row AND kind = 'cell');
END;
CREATE TRIGGER records_count_after AFTER UPDATE OF handler, type, paused_by, qr, tags ON records
WHEN (OLD.handler, OLD.type = 'html', OLD.paused_by IS NULL, OLD.qr IS NULL, OLD.tags = '[]')
  <> (NEW.handler, NEW.type = 'html', NEW.paused_by IS NULL, NEW.qr IS NULL, NEW.tags = '[]')
BEGIN
  INSERT INTO record_counts (workspace_id, kind, value, count)
  SELECT workspace_id, kind, value, 1 FROM record_entries WHERE row = NEW.row AND kind = 'cell'
  ON CONFLICT (workspace_id, kind, value) DO UPDATE SET count = count + 1;
END;

CREATE TRIGGER records_count_move AFTER UPDATE OF handler, host ON records
WHEN (OLD.handler, OLD.host) <> (NEW.handler, NEW.host)
BEGIN
  UPDATE hosts SET
    short_urls = short_urls - (OLD.handler = 'short-url'), qr_codes = qr_codes - (OLD.handler = 'qr'),
    redirects = redirects - (OLD.handler = 'redirect'), migrations = migrations - (OLD.handler = 'migration')
  WHERE host = OLD.host;
  UPDATE hosts SET
    short_urls = short_urls + (NEW.handler = 'short-url'), qr_codes = qr_codes + (NEW.handler = 'qr'),
    redirects = redirects + (NEW.handler = 'redirect'), migrations = migrations + (NEW.handler = 'migration')
  WHERE host = NEW.host;
END;

CREATE TRIGGER records_count_click AFTER UPDATE OF clicked_week ON records
WHEN OLD.clicked_week <> NEW.clicked_week
BEGIN
  UPDATE record_counts SET count = count - 1
  WHERE workspace_id = OLD.workspace_id AND kind = 'clicked' AND value = OLD.clicked_week;
  INSERT INTO record_counts (workspace_id, kind, value, count)
  VALUES (NEW.workspace_id, 'clicked', NEW.clicked_week, 1)
  ON CONFLICT (workspace_id, kind, value) DO UPDATE SET count = count + 1;
END;

-- The records that stand. Moments that nobody asks about any more are left out.
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

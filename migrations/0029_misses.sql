-- Paths that visitors asked for in vain.

-- Which missed paths of a hostname are kept: 'off' or 'all'; null for those that no record answers.
ALTER TABLE hosts ADD COLUMN misses TEXT;

-- The misses of a message of clicks until they are added to the tables below, as JSON. The id of the message stays in
-- click_batches, so that a message that is delivered again adds nothing.
CREATE TABLE miss_batches (
  id TEXT PRIMARY KEY,
  body TEXT NOT NULL
) WITHOUT ROWID;

-- One row for each hostname and day that has misses: what the budget of the day is used for.
CREATE TABLE miss_days (
  host TEXT NOT NULL,
  -- Days since 1970-01-01, UTC.
  day INTEGER NOT NULL,
  workspace_id TEXT NOT NULL,
  -- Paths that were counted on the day, by who asked for them first.
  people_paths INTEGER NOT NULL,
  crawler_paths INTEGER NOT NULL,
  bot_paths INTEGER NOT NULL,
  -- Paths that were asked for once, as hashes.
  firsts TEXT NOT NULL,
  PRIMARY KEY (host, day)
) WITHOUT ROWID;
CREATE INDEX miss_days_by_day ON miss_days (day);

-- One row for each hostname and path, with the counts of the last 30 days.
CREATE TABLE misses (
  workspace_id TEXT NOT NULL,
  host TEXT NOT NULL,
  -- As in records: the path without regard to letter case; or '(other)' or '(probes)'.
  slot TEXT NOT NULL,
  -- Whether segments of the path were replaced: then it is no path that anybody asked for.
  redacted INTEGER NOT NULL,
  path TEXT NOT NULL,
  -- 'open', 'ignored' or 'resolved', since state_at.
  state TEXT NOT NULL DEFAULT 'open',
  state_at INTEGER NOT NULL DEFAULT 0,
  people INTEGER NOT NULL,
  crawlers INTEGER NOT NULL,
  bots INTEGER NOT NULL,
  visits INTEGER NOT NULL,
  first_at INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  oldest_day INTEGER NOT NULL,
  -- Visits by hostname, as JSON: the most frequent referrers.
  referrers TEXT NOT NULL,
  -- By day: people, crawlers and bots, as JSON.
  days TEXT NOT NULL,
  -- As JSON, and when they were made; null until then.
  suggestions TEXT,
  suggested_at INTEGER,
  PRIMARY KEY (workspace_id, host, slot, redacted)
) WITHOUT ROWID;
CREATE INDEX misses_by_visits ON misses (workspace_id, visits);
CREATE INDEX misses_by_moment ON misses (workspace_id, last_at);
CREATE INDEX misses_by_day ON misses (oldest_day);
CREATE INDEX misses_to_suggest ON misses (host) WHERE suggested_at IS NULL;

-- How many paths are kept, for each workspace and (scope '') for the installation.
CREATE TABLE miss_totals (
  scope_id TEXT PRIMARY KEY,
  paths INTEGER NOT NULL
) WITHOUT ROWID;
INSERT INTO miss_totals (scope_id, paths) VALUES ('', 0);

CREATE TRIGGER misses_insert AFTER INSERT ON misses WHEN NEW.slot LIKE 'p%'
BEGIN
  INSERT INTO miss_totals (scope_id, paths) VALUES (NEW.workspace_id, 1), ('', 1)
  ON CONFLICT (scope_id) DO UPDATE SET paths = paths + 1;
END;
CREATE TRIGGER misses_delete AFTER DELETE ON misses WHEN OLD.slot LIKE 'p%'
BEGIN
  UPDATE miss_totals SET paths = paths - 1 WHERE scope_id IN (OLD.workspace_id, '');
END;

-- A path that has a record is asked for in vain no longer.
CREATE TRIGGER misses_record_insert AFTER INSERT ON records
BEGIN
  UPDATE misses SET state = 'resolved', state_at = CAST(unixepoch('subsec') * 1000 AS INTEGER)
  WHERE workspace_id = NEW.workspace_id AND host = NEW.host AND slot = NEW.slot AND redacted = 0;
END;
CREATE TRIGGER misses_record_move AFTER UPDATE OF slot, host ON records
WHEN OLD.slot IS NOT NEW.slot OR OLD.host IS NOT NEW.host
BEGIN
  UPDATE misses SET state = 'resolved', state_at = CAST(unixepoch('subsec') * 1000 AS INTEGER)
  WHERE workspace_id = NEW.workspace_id AND host = NEW.host AND slot = NEW.slot AND redacted = 0;
END;

CREATE TRIGGER misses_host_delete AFTER DELETE ON hosts
BEGIN
  DELETE FROM misses WHERE workspace_id = OLD.workspace_id AND host = OLD.name;
  DELETE FROM miss_days WHERE host = OLD.name AND workspace_id = OLD.workspace_id;
END;

-- The published addresses of the crawlers of search engines, by the URL of the list.
CREATE TABLE crawler_lists (
  url TEXT PRIMARY KEY,
  -- Blocks of addresses as JSON; null until the list was read.
  blocks TEXT,
  tried_at INTEGER NOT NULL,
  fetched_at INTEGER
) WITHOUT ROWID;

-- Counts of filtered records: the last answer to each request, and how far a count under way has come.
DROP TABLE facet_cache;
CREATE TABLE count_cache (
  workspace_id TEXT NOT NULL,
  -- SHA-256 of the request.
  key TEXT NOT NULL,
  request TEXT NOT NULL,
  answer TEXT,
  counted_at INTEGER,
  -- Where a count under way stands: what it has counted, and up to where. Each step has its number,
  -- so that one that is delivered twice counts once.
  tally TEXT,
  position INTEGER,
  step INTEGER NOT NULL DEFAULT 0,
  touched_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, key)
) WITHOUT ROWID;
CREATE INDEX count_cache_by_age ON count_cache (touched_at);
CREATE INDEX count_cache_under_way ON count_cache (touched_at) WHERE position IS NOT NULL;

-- The truth of the product. docs/storage.md tells what each table is for and who writes it.
-- Identifiers are UUIDv7 text, moments are milliseconds since 1970 in UTC, lists and objects JSON.

-- One counter for all commits: snapshots carry it, and a lower number never wins.
CREATE TABLE sequence (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  value INTEGER NOT NULL
);
INSERT INTO sequence (id, value) VALUES (1, 0);

CREATE TABLE workspaces (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  plan TEXT NOT NULL,
  personal INTEGER NOT NULL DEFAULT 0,
  headurl TEXT NOT NULL DEFAULT '',
  logo TEXT NOT NULL DEFAULT '',
  country TEXT NOT NULL DEFAULT '',
  email TEXT NOT NULL DEFAULT '',
  pm_type TEXT NOT NULL DEFAULT '',
  pm_ending TEXT NOT NULL DEFAULT '',
  billing_extra TEXT NOT NULL DEFAULT '',
  notify_url TEXT,
  expired_url TEXT,
  not_found_url TEXT,
  -- Kept by the writes themselves, so that plan limits hold under parallel creates.
  record_count INTEGER NOT NULL DEFAULT 0,
  -- Rowids of the workspace's records start at number * 2^32: one range for each, so that a search
  -- reads no other tenant's postings.
  number INTEGER NOT NULL UNIQUE,
  last_row INTEGER NOT NULL DEFAULT 0,
  host_count INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE users (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  email TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE memberships (
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  user_id TEXT NOT NULL REFERENCES users (id),
  role TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, user_id)
) WITHOUT ROWID;

CREATE TABLE tokens (
  -- SHA-256 of the token, hexadecimal; the token itself is never stored. Every call looks it up.
  hash TEXT PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  workspace_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  name TEXT NOT NULL,
  role TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER,
  last_used_at INTEGER,
  FOREIGN KEY (workspace_id, user_id) REFERENCES memberships (workspace_id, user_id)
) WITHOUT ROWID;
CREATE INDEX tokens_by_workspace ON tokens (workspace_id, id);

CREATE TABLE hosts (
  -- A-label, lower case; a hostname belongs to one workspace in the whole system.
  host TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  domain TEXT NOT NULL,
  tld TEXT NOT NULL,
  https_requested INTEGER NOT NULL DEFAULT 1,
  force_https INTEGER NOT NULL DEFAULT 0,
  short_links_enabled INTEGER NOT NULL DEFAULT 1,
  expired_url TEXT,
  not_found_url TEXT,
  correct INTEGER NOT NULL DEFAULT 0,
  current TEXT NOT NULL DEFAULT '[]',
  errors TEXT NOT NULL DEFAULT '[]',
  ssl_issued_at INTEGER,
  ssl_renews_at INTEGER,
  connected_via TEXT NOT NULL,
  connected_at INTEGER NOT NULL,
  dns_verified_at INTEGER,
  checked_at INTEGER,
  created_by TEXT NOT NULL REFERENCES users (id),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) WITHOUT ROWID;
-- Unique, so that a record can refer to a host of its own workspace only.
CREATE UNIQUE INDEX hosts_by_workspace ON hosts (workspace_id, host);

CREATE TABLE pages (
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  name TEXT NOT NULL,
  html TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, name)
) WITHOUT ROWID;

-- Short links, QR codes, redirects and migrations.
CREATE TABLE records (
  row INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  handler TEXT NOT NULL,
  -- 'link' or 'redirect': what the handler behaves as, and which endpoints see it.
  runtime TEXT NOT NULL,
  host TEXT NOT NULL,
  source_kind TEXT NOT NULL,
  -- The match path as text, unique on its host.
  source TEXT NOT NULL,
  -- What the source shares with those that differ in letter case alone; the key of its snapshot.
  slot TEXT NOT NULL,
  -- Segments in front of '/*'; null for other sources.
  prefix_depth INTEGER,
  type TEXT NOT NULL,
  file TEXT,
  destinations TEXT NOT NULL DEFAULT '[]',
  destination_routing TEXT NOT NULL DEFAULT 'primary',
  plugins TEXT NOT NULL DEFAULT '[]',
  title TEXT NOT NULL DEFAULT '',
  description TEXT NOT NULL DEFAULT '',
  forward_path INTEGER NOT NULL DEFAULT 0,
  forward_query INTEGER NOT NULL DEFAULT 0,
  -- Set members only.
  utm TEXT NOT NULL DEFAULT '{}',
  paused_by TEXT,
  expires_at INTEGER,
  tags TEXT NOT NULL DEFAULT '[]',
  qr TEXT,
  is_notify INTEGER NOT NULL DEFAULT 0,
  is_switch_unbroken_destination INTEGER NOT NULL DEFAULT 0,
  password_hash TEXT,
  password_version INTEGER,
  total_clicks INTEGER NOT NULL DEFAULT 0,
  version INTEGER NOT NULL DEFAULT 1,
  created_by TEXT NOT NULL,
  created_via TEXT NOT NULL,
  -- What a search looks through, lower case: URL, title, description, destinations, tags, by line.
  search_text TEXT NOT NULL DEFAULT '',
  -- The moment in the id, so that sorting by either is one and the same index.
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  FOREIGN KEY (workspace_id, host) REFERENCES hosts (workspace_id, host),
  FOREIGN KEY (workspace_id, file) REFERENCES pages (workspace_id, name)
);
-- A slot follows from the source, so this is also: one record for each source of a host.
CREATE UNIQUE INDEX records_by_slot ON records (host, slot, source);
CREATE INDEX records_by_id ON records (workspace_id, runtime, id);
CREATE INDEX records_by_update ON records (workspace_id, runtime, updated_at, id);
CREATE INDEX records_by_clicks ON records (workspace_id, runtime, total_clicks, id);
CREATE INDEX records_by_host ON records (host, id);
CREATE INDEX records_with_prefix ON records (host, prefix_depth) WHERE prefix_depth IS NOT NULL;
CREATE INDEX records_forwarding ON records (host) WHERE forward_path = 1 AND runtime = 'link';
CREATE INDEX records_with_file ON records (workspace_id, file) WHERE file IS NOT NULL;

-- Substrings of three characters and more; rowid is that of the record.
CREATE VIRTUAL TABLE record_search USING fts5 (
  search_text, content = 'records', content_rowid = 'row', tokenize = 'trigram'
);
CREATE TRIGGER records_search_insert AFTER INSERT ON records
BEGIN
  INSERT INTO record_search (rowid, search_text) VALUES (NEW.row, NEW.search_text);
END;
CREATE TRIGGER records_search_update AFTER UPDATE OF search_text ON records
WHEN OLD.search_text IS NOT NEW.search_text
BEGIN
  INSERT INTO record_search (record_search, rowid, search_text) VALUES ('delete', OLD.row, OLD.search_text);
  INSERT INTO record_search (rowid, search_text) VALUES (NEW.row, NEW.search_text);
END;
CREATE TRIGGER records_search_delete AFTER DELETE ON records
BEGIN
  INSERT INTO record_search (record_search, rowid, search_text) VALUES ('delete', OLD.row, OLD.search_text);
END;

CREATE TABLE record_tags (
  workspace_id TEXT NOT NULL,
  -- Lower case.
  tag TEXT NOT NULL,
  record_id TEXT NOT NULL REFERENCES records (id) ON DELETE CASCADE,
  PRIMARY KEY (workspace_id, tag, record_id)
) WITHOUT ROWID;
CREATE INDEX record_tags_by_record ON record_tags (record_id);

CREATE TABLE history (
  id TEXT PRIMARY KEY,
  record_id TEXT NOT NULL REFERENCES records (id) ON DELETE CASCADE,
  old TEXT NOT NULL,
  new TEXT NOT NULL,
  actor_id TEXT NOT NULL,
  actor_name TEXT NOT NULL,
  source TEXT NOT NULL,
  created_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX history_by_record ON history (record_id, id);

CREATE TABLE clicks_daily (
  record_id TEXT NOT NULL REFERENCES records (id) ON DELETE CASCADE,
  -- Days since 1970-01-01, UTC.
  day INTEGER NOT NULL,
  clicks INTEGER NOT NULL,
  PRIMARY KEY (record_id, day)
) WITHOUT ROWID;

-- The number of the last commit that touched a slot; its snapshot carries it. Slot 'h' is the host's.
CREATE TABLE slots (
  host TEXT NOT NULL,
  slot TEXT NOT NULL,
  seq INTEGER NOT NULL,
  PRIMARY KEY (host, slot)
) WITHOUT ROWID;

-- The outbox: slots whose snapshot has still to be written. One note for each commit, so that a
-- writer clears no other's.
CREATE TABLE pending (
  seq INTEGER NOT NULL,
  host TEXT NOT NULL,
  slot TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (seq, host, slot)
) WITHOUT ROWID;

-- INSERT INTO assertion aborts the batch that it stands in unless `holds`: limits and versions are
-- checked inside the transaction that relies on them. It stores nothing.
CREATE VIEW assertion AS SELECT 1 AS holds, '' AS code;
CREATE TRIGGER assertion_failed INSTEAD OF INSERT ON assertion WHEN NEW.holds IS NOT 1
BEGIN
  SELECT CASE NEW.code
    WHEN 'record_limit' THEN RAISE(ABORT, 'assertion failed: record_limit')
    WHEN 'host_limit' THEN RAISE(ABORT, 'assertion failed: host_limit')
    WHEN 'stale_version' THEN RAISE(ABORT, 'assertion failed: stale_version')
    ELSE RAISE(ABORT, 'assertion failed')
  END;
END;

-- Counts of `GET /links/facets` by workspace and request, kept for a minute and longer for large workspaces.
CREATE TABLE facet_cache (
  workspace_id TEXT NOT NULL,
  key TEXT NOT NULL,
  facets TEXT NOT NULL,
  computed_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, key)
) WITHOUT ROWID;
CREATE INDEX facet_cache_by_age ON facet_cache (computed_at);

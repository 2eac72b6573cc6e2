-- Checks of many URLs: what visitors would get (contract 30). Kept for 30 days.
CREATE TABLE checks (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  -- 'collecting', 'running', 'asking', 'done' or 'failed'.
  state TEXT NOT NULL,
  -- The status that a URL is to have which names none; null for any.
  status INTEGER,
  ask_targets INTEGER NOT NULL,
  total INTEGER NOT NULL,
  -- URLs that are explained.
  done INTEGER NOT NULL DEFAULT 0,
  -- Numbers by result, as JSON.
  counts TEXT NOT NULL DEFAULT '{}',
  -- Until when one consumer alone works on it; `lease` names that consumer.
  leased_until INTEGER NOT NULL DEFAULT 0,
  lease TEXT,
  -- Leases since the last progress: a check that only fails comes to an end.
  attempts INTEGER NOT NULL DEFAULT 0,
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  finished_at INTEGER,
  expires_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX checks_by_workspace ON checks (workspace_id, id);
CREATE INDEX checks_under_way ON checks (leased_until) WHERE state IN ('running', 'asking');
CREATE INDEX checks_by_end ON checks (expires_at);

-- URLs that wait: up to 1,000 in a row, as JSON. A row goes with its results.
CREATE TABLE check_parts (
  check_id TEXT NOT NULL,
  part INTEGER NOT NULL,
  chunk INTEGER NOT NULL,
  workspace_id TEXT NOT NULL,
  lines INTEGER NOT NULL,
  urls TEXT NOT NULL,
  PRIMARY KEY (check_id, part, chunk)
) WITHOUT ROWID;
CREATE INDEX check_parts_by_workspace ON check_parts (workspace_id);

-- Results, as JSON: those of one chunk that are alike in one row, or several where they are long.
CREATE TABLE check_rows (
  check_id TEXT NOT NULL,
  first_line INTEGER NOT NULL,
  result TEXT NOT NULL,
  piece INTEGER NOT NULL,
  workspace_id TEXT NOT NULL,
  rows TEXT NOT NULL,
  PRIMARY KEY (check_id, first_line, result, piece)
) WITHOUT ROWID;
CREATE INDEX check_rows_by_workspace ON check_rows (workspace_id);

-- URLs that checked redirects lead to, where they are asked.
CREATE TABLE check_targets (
  check_id TEXT NOT NULL,
  url TEXT NOT NULL,
  host TEXT NOT NULL,
  workspace_id TEXT NOT NULL,
  -- When it may be asked; null once it was.
  due_at INTEGER,
  status INTEGER,
  -- Where it leads on, or why it was not asked.
  location TEXT,
  reason TEXT,
  PRIMARY KEY (check_id, url)
) WITHOUT ROWID;
CREATE INDEX check_targets_due ON check_targets (check_id, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX check_targets_by_workspace ON check_targets (workspace_id);

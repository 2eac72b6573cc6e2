-- Changes of many records at once (contract 28): planned first, then applied in chunks, and undone as long as
-- what was before is kept.
CREATE TABLE changes (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL,
  state TEXT NOT NULL,
  kind TEXT NOT NULL,
  -- What is asked for, as JSON: filter and edit, or the options of rows.
  request TEXT NOT NULL,
  -- Of the password that the change sets: it is hashed once.
  password_hash TEXT,
  -- Calls of POST /bulk/import with the same one are the same change.
  import_id TEXT,
  actor_id TEXT NOT NULL,
  -- How far planning has come, as JSON.
  progress TEXT NOT NULL,
  -- How many rows have each result, and some rows that change, as JSON.
  counts TEXT NOT NULL DEFAULT '{}',
  sample TEXT NOT NULL DEFAULT '[]',
  warnings TEXT NOT NULL DEFAULT '[]',
  chunks INTEGER NOT NULL DEFAULT 0,
  -- Chunks that are applied, or undone.
  done INTEGER NOT NULL DEFAULT 0,
  -- Of the values in change_chunks and change_inputs.
  bytes INTEGER NOT NULL DEFAULT 0,
  -- Names the run that works on the change. Batches of other runs are aborted.
  lease TEXT,
  leased_until INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  -- When a plan expires, or when it can no longer be undone; null if neither is ahead.
  ends_at INTEGER
) WITHOUT ROWID;
CREATE INDEX changes_by_workspace ON changes (workspace_id, id);
CREATE INDEX changes_at_work ON changes (leased_until) WHERE state IN ('planning', 'applying', 'undoing');
CREATE INDEX changes_ending ON changes (ends_at) WHERE ends_at IS NOT NULL;
CREATE UNIQUE INDEX changes_by_import ON changes (workspace_id, import_id) WHERE import_id IS NOT NULL;

-- Rows that were sent, up to 500 in a value: compressed JSON.
CREATE TABLE change_inputs (
  change_id TEXT NOT NULL,
  part INTEGER NOT NULL,
  block INTEGER NOT NULL,
  -- Lines of the part, of which some may be empty.
  lines INTEGER NOT NULL,
  body BLOB NOT NULL,
  PRIMARY KEY (change_id, part, block)
);

-- What a change makes of up to 250 records: compressed JSON.
CREATE TABLE change_chunks (
  change_id TEXT NOT NULL,
  n INTEGER NOT NULL,
  -- How many rows have each result, as JSON.
  counts TEXT NOT NULL,
  -- Hashes of the places of its records, and the lines that name them.
  places BLOB NOT NULL,
  -- The run that has applied it, and that has undone it.
  applied_by TEXT,
  undone_by TEXT,
  -- Rows that could not be applied, or undone: their reasons by their index, as JSON.
  apply_conflicts TEXT,
  undo_conflicts TEXT,
  -- Null where the value is in R2. The last column, so that the others are read without it.
  body BLOB,
  PRIMARY KEY (change_id, n)
);

-- Three plans are open at a time (MAX_OPEN_PLANS), under parallel calls, too.
CREATE TRIGGER changes_open BEFORE INSERT ON changes
WHEN NEW.state IN ('collecting', 'planning', 'planned') AND (
  SELECT count(*) FROM changes WHERE workspace_id = NEW.workspace_id
    AND state IN ('collecting', 'planning', 'planned') AND ends_at > NEW.created_at) >= 3
BEGIN
  SELECT RAISE(ABORT, 'too many open plans');
END;

-- Parts come before the plan.
CREATE TRIGGER change_inputs_open BEFORE INSERT ON change_inputs
WHEN NOT EXISTS (SELECT 1 FROM changes WHERE id = NEW.change_id AND state = 'collecting')
BEGIN
  SELECT RAISE(ABORT, 'change overtaken');
END;

-- A chunk is applied once, and by the run that has the lease.
CREATE TRIGGER change_chunks_apply BEFORE UPDATE OF applied_by ON change_chunks
WHEN OLD.applied_by IS NOT NULL OR NOT EXISTS (
  SELECT 1 FROM changes WHERE id = NEW.change_id AND state = 'applying' AND lease = NEW.applied_by)
BEGIN
  SELECT RAISE(ABORT, 'change overtaken');
END;
CREATE TRIGGER change_chunks_undo BEFORE UPDATE OF undone_by ON change_chunks
WHEN OLD.undone_by IS NOT NULL OR OLD.applied_by IS NULL OR NOT EXISTS (
  SELECT 1 FROM changes WHERE id = NEW.change_id AND state = 'undoing' AND lease = NEW.undone_by)
BEGIN
  SELECT RAISE(ABORT, 'change overtaken');
END;
CREATE TRIGGER change_chunks_plan BEFORE INSERT ON change_chunks
WHEN NOT EXISTS (SELECT 1 FROM changes WHERE id = NEW.change_id AND state = 'planning')
BEGIN
  SELECT RAISE(ABORT, 'change overtaken');
END;

-- Records that a change has deleted, for as long as it can be undone. Their clicks stay in their tables.
CREATE TABLE records_aside (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL,
  change_id TEXT NOT NULL,
  -- The columns of an insertion, as JSON.
  body TEXT NOT NULL,
  clicked_week INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX records_aside_by_change ON records_aside (change_id);
CREATE INDEX records_aside_by_workspace ON records_aside (workspace_id, id);

-- The history of these records.
CREATE TABLE history_aside (
  id TEXT PRIMARY KEY,
  record_id TEXT NOT NULL,
  old TEXT NOT NULL,
  new TEXT NOT NULL,
  actor_id TEXT NOT NULL,
  actor_name TEXT NOT NULL,
  source TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  change_id TEXT
) WITHOUT ROWID;
CREATE INDEX history_aside_by_record ON history_aside (record_id);

-- The label of the file that manages a record; null for none.
ALTER TABLE records ADD COLUMN managed_by TEXT;
CREATE INDEX records_by_owner ON records (workspace_id, managed_by, id) WHERE managed_by IS NOT NULL;
-- Clicks that another service counted before the record was imported.
ALTER TABLE records ADD COLUMN clicks_before INTEGER NOT NULL DEFAULT 0;

-- The change that made an entry.
ALTER TABLE history ADD COLUMN change_id TEXT;

-- Clicks of a record that is set aside wait with it.
DROP TRIGGER records_clicks_delete;
CREATE TRIGGER records_clicks_delete AFTER DELETE ON records
WHEN NOT EXISTS (SELECT 1 FROM records_aside WHERE id = OLD.id)
BEGIN
  DELETE FROM clicks_daily WHERE scope_id = OLD.id;
  DELETE FROM clicks_hourly WHERE scope_id = OLD.id;
  DELETE FROM clicks_by_value WHERE scope_id = OLD.id;
END;
DROP TRIGGER records_sheets_delete;
CREATE TRIGGER records_sheets_delete AFTER DELETE ON records
WHEN NOT EXISTS (SELECT 1 FROM records_aside WHERE id = OLD.id)
BEGIN
  DELETE FROM click_sheets WHERE scope_id = OLD.id;
END;
-- A record that is brought back has its clicks again; of one that is forgotten they go.
CREATE TRIGGER records_aside_delete AFTER DELETE ON records_aside
BEGIN
  DELETE FROM clicks_daily WHERE scope_id = OLD.id AND NOT EXISTS (SELECT 1 FROM records WHERE id = OLD.id);
  DELETE FROM clicks_hourly WHERE scope_id = OLD.id AND NOT EXISTS (SELECT 1 FROM records WHERE id = OLD.id);
  DELETE FROM clicks_by_value WHERE scope_id = OLD.id AND NOT EXISTS (SELECT 1 FROM records WHERE id = OLD.id);
  DELETE FROM click_sheets WHERE scope_id = OLD.id AND NOT EXISTS (SELECT 1 FROM records WHERE id = OLD.id);
  DELETE FROM history_aside WHERE record_id = OLD.id;
END;

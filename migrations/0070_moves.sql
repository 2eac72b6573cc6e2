-- Workspaces that move between databases (docs/databases.md).
CREATE TABLE moves (
  workspace_id TEXT PRIMARY KEY,
  -- Both databases know a move by the same id.
  id TEXT NOT NULL,
  -- In the database that it leaves: 'begun', 'copying', 'folding', 'closed', 'left', 'clearing', 'cancelling' or 'cancelled'.
  -- In the one to which it moves: 'arriving', and 'arrived' from the switch on.
  state TEXT NOT NULL,
  -- The other database, by its binding; 'DB' for the first.
  other TEXT NOT NULL,
  -- The run that works on it. The batches of others are aborted.
  run TEXT NOT NULL DEFAULT '',
  -- How far it has come, as JSON.
  progress TEXT NOT NULL DEFAULT '{}',
  -- How often it failed, and why the last time.
  failures INTEGER NOT NULL DEFAULT 0,
  error TEXT,
  created_at INTEGER NOT NULL,
  -- When a run was last at work on it, and when the workspace arrived, or left.
  seen_at INTEGER NOT NULL,
  arrived_at INTEGER
) WITHOUT ROWID;

-- Rows that were written since the triggers of a move exist.
CREATE TABLE move_notes (
  n INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  -- The key of the row, as JSON.
  key TEXT NOT NULL,
  -- The place of its table: rows come before those that refer to them.
  place INTEGER NOT NULL,
  -- Whether the row was deleted.
  gone INTEGER NOT NULL,
  UNIQUE (name, key)
);

-- Of an installation with several databases (docs/databases.md). Only the first database has rows.
CREATE TABLE hosts_elsewhere (
  host TEXT PRIMARY KEY,
  -- The binding of the only database in which a workspace may hold the hostname. Those without a row are of the first, 'DB'.
  database TEXT NOT NULL,
  -- When the last call began to make a workspace of it the holder. Until a while later, no other database may take it.
  reserved_at INTEGER NOT NULL,
  -- The database and the workspace to which it passes; null if it does not.
  passes_to TEXT,
  passes_for TEXT
) WITHOUT ROWID;

-- The nightly backup that is being written, or the last one: at most one row.
CREATE TABLE backup_runs (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  -- The object in R2, and its multipart upload.
  name TEXT NOT NULL,
  upload_id TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  -- How often the backup of this night began anew.
  restarts INTEGER NOT NULL,
  -- How many parts are uploaded, and what has to be known of them: JSON.
  parts INTEGER NOT NULL DEFAULT 0,
  progress TEXT NOT NULL,
  leased_until INTEGER NOT NULL DEFAULT 0,
  finished_at INTEGER
);

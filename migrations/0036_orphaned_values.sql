-- Changes of deleted workspaces whose values may be in a bucket, which an operator's command does not reach: cron deletes them.
CREATE TABLE orphaned_values (
  change_id TEXT PRIMARY KEY,
  chunks INTEGER NOT NULL
) WITHOUT ROWID;

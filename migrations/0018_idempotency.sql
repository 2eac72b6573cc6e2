-- Calls that were sent with an Idempotency-Key. The batch that does what a call asks for also sets `result`,
-- so that a repeated call is answered from it.
CREATE TABLE idempotency_keys (
  token_id TEXT NOT NULL,
  path TEXT NOT NULL,
  key TEXT NOT NULL,
  -- SHA-256 of query and body, hexadecimal: another body under the same key is refused.
  body TEXT NOT NULL,
  -- The run that works on the call. Another one takes over where it has died.
  run TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  -- What a run that died had done, as JSON; null while there is nothing.
  progress TEXT,
  -- The ids of what the call did, as JSON; null while it runs.
  result TEXT,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (token_id, path, key)
) WITHOUT ROWID;
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);

-- A run that was taken over must not write: its batch is aborted.
CREATE TRIGGER idempotency_keys_run BEFORE UPDATE OF progress, result ON idempotency_keys
WHEN NEW.run <> OLD.run AND OLD.started_at = NEW.started_at
BEGIN
  SELECT RAISE(ABORT, 'idempotency run superseded');
END;

-- Keys that a workspace has used on a day, in days since 1970-01-01, UTC.
CREATE TABLE idempotency_counts (
  workspace_id TEXT NOT NULL,
  day INTEGER NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, day)
) WITHOUT ROWID;
CREATE INDEX idempotency_counts_by_day ON idempotency_counts (day);

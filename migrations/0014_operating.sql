-- What an operator does to a workspace and to the installation.

-- Since when the workspace is suspended; null if it is not. Milliseconds since 1970.
ALTER TABLE workspaces ADD COLUMN suspended_at INTEGER;

-- A call that was let in before the suspension must not leave a record behind that answers.
CREATE TRIGGER records_suspended BEFORE INSERT ON records
WHEN (SELECT suspended_at FROM workspaces WHERE id = NEW.workspace_id) IS NOT NULL
BEGIN
  SELECT RAISE(ABORT, 'assertion failed: suspended');
END;

-- At most one row: hostnames that no record of any workspace may lead to.
CREATE TABLE installation_blocklist (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  -- JSON array of A-labels, lower case; subdomains are included.
  hosts TEXT NOT NULL,
  updated_at INTEGER NOT NULL
);

-- Messages that the queue of clicks has given up.
CREATE TABLE dead_letters (
  id TEXT PRIMARY KEY,
  -- JSON, as it was sent.
  body TEXT NOT NULL,
  received_at INTEGER NOT NULL,
  -- When an operator asked for another attempt; null if nobody has.
  retry_at INTEGER,
  -- Why the last attempt failed; null before the first.
  error TEXT
) WITHOUT ROWID;
CREATE INDEX dead_letters_to_retry ON dead_letters (retry_at) WHERE retry_at IS NOT NULL;

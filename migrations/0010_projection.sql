-- What the edge knows of a hostname, and who writes it.

-- Set while snapshots of the hostname may be missing in KV; null once all of them have been there for
-- two minutes. Milliseconds since 1970.
ALTER TABLE hosts ADD COLUMN behind_since INTEGER;
-- When a snapshot of the hostname, or of a name that it answers for, was last put while it was behind.
ALTER TABLE hosts ADD COLUMN slots_put_at INTEGER NOT NULL DEFAULT 0;
-- When a visit last had all snapshots of the hostname written anew.
ALTER TABLE hosts ADD COLUMN refilled_at INTEGER NOT NULL DEFAULT 0;
CREATE INDEX hosts_behind ON hosts (behind_since) WHERE behind_since IS NOT NULL;

-- Until then the note belongs to the request or the consumer that works it off.
ALTER TABLE pending ADD COLUMN leased_until INTEGER NOT NULL DEFAULT 0;
CREATE INDEX pending_of_hosts ON pending (seq, host) WHERE slot = 'h';

-- Hostnames whose slots are all to be written anew, in steps. A hostname may be gone: its slots then
-- become tombstones.
CREATE TABLE reprojections (
  host TEXT PRIMARY KEY,
  -- The last slot that has its note; empty before the first.
  after TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL,
  leased_until INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;

-- One row, made by the first heartbeat: which database this is, and when it was last alive. A Durable
-- Object holds the same two values; a database that knows an earlier heartbeat was restored.
CREATE TABLE installation (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  database_id TEXT NOT NULL,
  heartbeat_at INTEGER NOT NULL,
  -- When KV was last given its marker.
  marker_put_at INTEGER NOT NULL DEFAULT 0,
  -- An operator says that this is the installation's database from now on.
  is_adopted INTEGER NOT NULL DEFAULT 0
);

-- At most one row: a walk over all keys of KV under way. It counts those that the database does not
-- know, and writes tombstones for them only where an operator has asked for it.
CREATE TABLE key_sweeps (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  writes_tombstones INTEGER NOT NULL,
  cursor TEXT NOT NULL DEFAULT '',
  unknown INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  finished_at INTEGER,
  leased_until INTEGER NOT NULL DEFAULT 0
);

-- Several workspaces may claim a hostname; at most one claim holds it and answers visitors.
--
-- `hosts.host` is the key of a claim: the hostname itself for the claim that holds it, and
-- '<hostname>|<workspace id>' for one that waits. A vertical bar cannot stand in the hostname of a
-- request, so everything that looks records up by hostname finds those of the holder alone, the
-- previous version of the Worker included. Records of a waiting claim carry its key in `records.host`:
-- they take up no source of the holder.
ALTER TABLE hosts ADD COLUMN name TEXT AS (
  iif(instr(host, '|') > 0, substr(host, 1, instr(host, '|') - 1), host));
-- A workspace claims a hostname once.
CREATE UNIQUE INDEX hosts_by_claim ON hosts (name, workspace_id);

-- How the last check found the claim proven: 'cname' or 'txt'; null where it did not.
ALTER TABLE hosts ADD COLUMN proof TEXT;
-- Since when the claim holds the hostname with proof; null for one that waits, or holds it without proof.
ALTER TABLE hosts ADD COLUMN proven_at INTEGER;
-- Since when the claim waits; null for the one that holds the hostname.
ALTER TABLE hosts ADD COLUMN waiting_since INTEGER;
-- When a check first found this claim proven and the holder's proof absent; null unless it still stands.
ALTER TABLE hosts ADD COLUMN absent_since INTEGER;
-- The workspace that this claim gave the hostname to; against it the claim's proof does not count.
ALTER TABLE hosts ADD COLUMN yielded_to TEXT;
-- When a waiting claim is looked at next. `check_due_at` is for those that hold a hostname.
ALTER TABLE hosts ADD COLUMN claim_due_at INTEGER;
CREATE INDEX hosts_by_claim_check ON hosts (claim_due_at) WHERE claim_due_at IS NOT NULL;
CREATE INDEX hosts_waiting ON hosts (workspace_id) WHERE waiting_since IS NOT NULL;
CREATE INDEX hosts_proven ON hosts (domain) WHERE proven_at IS NOT NULL;

-- The label of a workspace's own CNAME target, below CNAME_TARGET: 12 random characters, never reused.
ALTER TABLE workspaces ADD COLUMN label TEXT;
CREATE UNIQUE INDEX workspaces_by_label ON workspaces (label);
CREATE TRIGGER workspaces_label AFTER INSERT ON workspaces WHEN NEW.label IS NULL
BEGIN
  UPDATE workspaces SET label = (
    WITH RECURSIVE letters (n, letter) AS (
      SELECT 1, substr('0123456789abcdefghjkmnpqrstvwxyz', 1 + (random() & 31), 1)
      UNION ALL
      SELECT n + 1, substr('0123456789abcdefghjkmnpqrstvwxyz', 1 + (random() & 31), 1) FROM letters WHERE n < 12
    )
    SELECT group_concat(letter, '') FROM letters
  ) WHERE id = NEW.id;
END;
UPDATE workspaces SET label = (
  WITH RECURSIVE letters (n, letter) AS (
    SELECT 1, substr('0123456789abcdefghjkmnpqrstvwxyz', 1 + (random() & 31), 1)
    UNION ALL
    SELECT n + 1, substr('0123456789abcdefghjkmnpqrstvwxyz', 1 + (random() & 31), 1) FROM letters
    -- Names the row, so that each has letters of its own.
    WHERE n < 12 AND workspaces.id IS NOT NULL
  )
  SELECT group_concat(letter, '') FROM letters
);

-- Whether names below a CNAME target resolve: workspaces' own targets are good only while they do.
CREATE TABLE cname_targets (
  target TEXT PRIMARY KEY,
  asked_at INTEGER NOT NULL,
  seen_at INTEGER
) WITHOUT ROWID;

-- Hostnames that a workspace came to hold, or lost, otherwise than by connecting or disconnecting them.
CREATE TABLE host_history (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  host TEXT NOT NULL,
  -- Whether the workspace holds it since.
  held INTEGER NOT NULL,
  -- 'proof', 'move' or 'free'.
  reason TEXT NOT NULL,
  actor_id TEXT NOT NULL,
  actor_name TEXT NOT NULL,
  source TEXT NOT NULL,
  created_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX host_history_by_host ON host_history (workspace_id, host, id);

-- A claim's key changes with its records, and its row takes its counts along.
DROP TRIGGER records_count_move;
CREATE TRIGGER records_count_move AFTER UPDATE OF handler, host ON records
WHEN (OLD.handler,
      iif(instr(OLD.host, '|') > 0, substr(OLD.host, 1, instr(OLD.host, '|') - 1), OLD.host))
  <> (NEW.handler,
      iif(instr(NEW.host, '|') > 0, substr(NEW.host, 1, instr(NEW.host, '|') - 1), NEW.host))
BEGIN
  UPDATE hosts SET
    short_urls = short_urls - (OLD.handler = 'short-url'), qr_codes = qr_codes - (OLD.handler = 'qr'),
    redirects = redirects - (OLD.handler = 'redirect'), migrations = migrations - (OLD.handler = 'migration')
  WHERE host = OLD.host;
  UPDATE hosts SET
    short_urls = short_urls + (NEW.handler = 'short-url'), qr_codes = qr_codes + (NEW.handler = 'qr'),
    redirects = redirects + (NEW.handler = 'redirect'), migrations = migrations + (NEW.handler = 'migration')
  WHERE host = NEW.host;
END;

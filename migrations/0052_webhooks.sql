-- Webhooks (contract 35.24 to 35.33): URLs that are told of events, and the log of what each was told.
CREATE TABLE webhooks (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  url TEXT NOT NULL,
  -- JSON: the names of events.
  events TEXT NOT NULL,
  -- JSON: the hostnames whose events are told; null for all.
  hosts TEXT,
  secret TEXT NOT NULL,
  -- The secret before the last rotation, which signs beside the present one until then.
  old_secret TEXT,
  old_secret_until INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  -- Since when nothing is sent, and why: 'owner', 'gone' or 'failing'.
  off_at INTEGER,
  off_reason TEXT,
  -- The attempts that have failed since the last success, and the time of the first of them.
  failures INTEGER NOT NULL DEFAULT 0,
  failing_since INTEGER,
  -- Until then a consumer has the webhook, or its receiver is left alone.
  held_until INTEGER NOT NULL DEFAULT 0,
  -- When something is to be sent; null while nothing waits.
  due_at INTEGER
);

CREATE INDEX webhooks_by_workspace ON webhooks (workspace_id);
CREATE INDEX webhooks_by_due ON webhooks (due_at) WHERE due_at IS NOT NULL AND off_at IS NULL;

CREATE TRIGGER webhooks_limit BEFORE INSERT ON webhooks
WHEN (SELECT count(*) FROM webhooks WHERE workspace_id = NEW.workspace_id) >= 10
BEGIN
  SELECT RAISE(ABORT, 'assertion failed: webhook_limit');
END;

CREATE TABLE webhook_deliveries (
  webhook_id TEXT NOT NULL,
  -- A UUID that begins with the time. The header `webhook-id`.
  event_id TEXT NOT NULL,
  workspace_id TEXT NOT NULL,
  type TEXT NOT NULL,
  -- The signed body.
  payload TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  -- When it is sent next; null once it was accepted or given up.
  due_at INTEGER,
  attempts INTEGER NOT NULL DEFAULT 0,
  attempted_at INTEGER,
  accepted_at INTEGER,
  -- The answer to the last attempt, and as JSON the reason why it failed.
  status INTEGER,
  reason TEXT
);

CREATE UNIQUE INDEX webhook_deliveries_by_webhook ON webhook_deliveries (webhook_id, event_id);
CREATE INDEX webhook_deliveries_by_workspace ON webhook_deliveries (workspace_id, event_id);
CREATE INDEX webhook_deliveries_by_due ON webhook_deliveries (webhook_id, due_at) WHERE due_at IS NOT NULL;

-- The size of the log of each workspace. Triggers keep it.
CREATE TABLE webhook_logs (
  workspace_id TEXT PRIMARY KEY,
  entries INTEGER NOT NULL,
  bytes INTEGER NOT NULL
);

CREATE INDEX webhook_logs_full ON webhook_logs (workspace_id) WHERE entries > 10000 OR bytes > 20000000;

CREATE TRIGGER webhook_deliveries_insert AFTER INSERT ON webhook_deliveries
BEGIN
  UPDATE webhooks SET due_at = max(NEW.due_at, held_until)
  WHERE id = NEW.webhook_id AND ifnull(due_at > max(NEW.due_at, held_until), 1);
  INSERT INTO webhook_logs (workspace_id, entries, bytes)
  VALUES (NEW.workspace_id, 1, length(CAST(NEW.payload AS BLOB)))
  ON CONFLICT (workspace_id) DO UPDATE SET entries = entries + 1, bytes = bytes + excluded.bytes;
END;

CREATE TRIGGER webhook_deliveries_delete AFTER DELETE ON webhook_deliveries
BEGIN
  UPDATE webhook_logs SET entries = entries - 1, bytes = bytes - length(CAST(OLD.payload AS BLOB))
  WHERE workspace_id = OLD.workspace_id;
END;

-- What the monitor knows of a record's destinations: an object from URL to health.
ALTER TABLE records ADD COLUMN health TEXT NOT NULL DEFAULT '{}';
-- The last state that its owner was told about, or would have been: 'pending', 'healthy' or 'broken'.
ALTER TABLE records ADD COLUMN monitor_state TEXT NOT NULL DEFAULT 'pending';
ALTER TABLE records ADD COLUMN monitor_due_at INTEGER NOT NULL DEFAULT 0;
-- Those that are watched: what nobody asked to watch costs a run nothing.
CREATE INDEX records_monitored ON records (monitor_due_at)
WHERE (is_notify = 1 OR is_switch_unbroken_destination = 1 OR destination_routing = 'fastest')
  AND paused_by IS NULL AND destinations <> '[]';

-- Signs notifications; made by the first of them, or when an owner asks for one.
ALTER TABLE workspaces ADD COLUMN notify_secret TEXT;

-- Notifications on their way: a row goes when it was taken, or given up.
CREATE TABLE notifications (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  -- The body of the request, as it is signed.
  payload TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  due_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX notifications_by_due ON notifications (due_at);

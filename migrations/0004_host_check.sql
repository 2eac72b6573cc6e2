-- When a hostname's DNS and certificate are looked at next.
ALTER TABLE hosts ADD COLUMN check_due_at INTEGER NOT NULL DEFAULT 0;
CREATE INDEX hosts_by_check ON hosts (check_due_at);
-- When `correct` last changed: the rhythm of checks goes by it.
ALTER TABLE hosts ADD COLUMN turned_at INTEGER NOT NULL DEFAULT 0;
-- The certificate as the platform that issues it tells: identifier, status, expiry, TXT records that it waits for.
ALTER TABLE hosts ADD COLUMN certificate TEXT;

-- Certificates that no hostname has any more, until the platform that issued them has deleted them.
CREATE TABLE orphaned_certificates (
  id TEXT PRIMARY KEY,
  -- What it was for, without the star of a wildcard.
  hostname TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  due_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX orphaned_certificates_by_due ON orphaned_certificates (due_at);

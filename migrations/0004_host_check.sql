-- When a hostname's DNS and certificate are looked at next.
ALTER TABLE hosts ADD COLUMN check_due_at INTEGER NOT NULL DEFAULT 0;
CREATE INDEX hosts_by_check ON hosts (check_due_at);
-- The certificate as the platform that issues it tells: identifier, status, records that it asks for.
ALTER TABLE hosts ADD COLUMN certificate TEXT;

-- Certificates of hostnames that are gone, until the platform that issued them has deleted them.
CREATE TABLE orphaned_certificates (
  id TEXT PRIMARY KEY,
  attempts INTEGER NOT NULL DEFAULT 0,
  due_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX orphaned_certificates_by_due ON orphaned_certificates (due_at);

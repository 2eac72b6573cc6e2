-- When the last backup was written that was not given up.
ALTER TABLE backup_runs ADD COLUMN written_at INTEGER;

-- Certificates by the time from which they should be renewed.
CREATE INDEX hosts_renewing ON hosts (ssl_renews_at) WHERE ssl_renews_at IS NOT NULL;

-- Lists begin with the newest: hostnames and stored pages by the moment at which they were made.
CREATE INDEX hosts_by_creation ON hosts (workspace_id, created_at, host);
CREATE INDEX pages_by_creation ON pages (workspace_id, created_at, name);

-- Records that lists are filtered by and that may be rare: a page of them reads no others.
CREATE INDEX records_paused ON records (workspace_id, runtime, id) WHERE paused_by IS NOT NULL;
CREATE INDEX records_untagged ON records (workspace_id, runtime, id) WHERE tags = '[]';
CREATE INDEX records_expiring ON records (workspace_id, expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX hosts_incorrect ON hosts (workspace_id, host) WHERE correct = 0;

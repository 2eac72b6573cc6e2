-- Pages of statistics that anybody with their link may read (contract 37).
CREATE TABLE shared_statistics (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  -- SHA-256 of the secret in the link, hexadecimal.
  hash TEXT NOT NULL UNIQUE,
  -- JSON: the name, the record, hostname and tag whose clicks count, what the page shows, and how many days.
  content TEXT NOT NULL,
  -- JSON: the hostnames that whoever shared it was limited to, or the one whose clicks count; null for all.
  hosts TEXT,
  password_hash TEXT,
  ends_at INTEGER,
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL
);

CREATE INDEX shared_statistics_by_workspace ON shared_statistics (workspace_id);

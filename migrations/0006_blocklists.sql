-- Hostnames that no record of a workspace leads to. No row where nothing is listed.
CREATE TABLE blocklists (
  workspace_id TEXT PRIMARY KEY REFERENCES workspaces (id),
  -- JSON array of A-labels, lower case; subdomains are included.
  hosts TEXT NOT NULL,
  updated_at INTEGER NOT NULL
) WITHOUT ROWID;

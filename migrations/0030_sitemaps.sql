-- Pages that a workspace wants to be suggested for missed paths of a hostname, as it uploaded them.
CREATE TABLE sitemaps (
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  host TEXT NOT NULL,
  urls INTEGER NOT NULL,
  -- The write that the parts belong to.
  stamp TEXT NOT NULL,
  created_by TEXT NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, host)
) WITHOUT ROWID;

-- Its URLs, one a line, compressed with gzip and cut into parts.
CREATE TABLE sitemap_parts (
  workspace_id TEXT NOT NULL,
  host TEXT NOT NULL,
  part INTEGER NOT NULL,
  body BLOB NOT NULL,
  PRIMARY KEY (workspace_id, host, part)
);

CREATE TRIGGER sitemaps_delete AFTER DELETE ON sitemaps
BEGIN
  DELETE FROM sitemap_parts WHERE workspace_id = OLD.workspace_id AND host = OLD.host;
END;
CREATE TRIGGER sitemaps_host_delete AFTER DELETE ON hosts
BEGIN
  DELETE FROM sitemaps WHERE workspace_id = OLD.workspace_id AND host = OLD.name;
END;

-- What a check found of each hostname (contract 31.13), for the report on the hostname. Counted with the results, in
-- their batch: a report reads one row, however many URLs the check has.
CREATE TABLE check_hosts (
  check_id TEXT NOT NULL,
  -- The hostname of the workspace that answers the URLs, as in `misses`.
  host TEXT NOT NULL,
  workspace_id TEXT NOT NULL,
  -- Numbers by result, as JSON.
  counts TEXT NOT NULL,
  -- The first 20 URLs that are not covered, as JSON.
  sample TEXT NOT NULL,
  -- When the check was done; null before, and where `tallied` says that some URLs are missing here.
  finished_at INTEGER,
  PRIMARY KEY (check_id, host)
) WITHOUT ROWID;
CREATE INDEX check_hosts_by_host ON check_hosts (workspace_id, host, finished_at);
-- URLs that are counted in check_hosts. Those that an earlier version of the Worker explains are not.
ALTER TABLE checks ADD COLUMN tallied INTEGER NOT NULL DEFAULT 0;

-- Plans that apply themselves and wait for another change (contract 28.17).
CREATE INDEX changes_to_apply ON changes (id) WHERE state = 'planned' AND request ->> 'isAtOnce' = 1;

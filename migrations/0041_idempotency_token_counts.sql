-- Keys that a token has used on a day, in days since 1970-01-01, UTC. A token has a part of its workspace's keys.
CREATE TABLE idempotency_token_counts (
  workspace_id TEXT NOT NULL,
  -- The id of the token, or of the member whom Cloudflare Access has signed in.
  token_id TEXT NOT NULL,
  day INTEGER NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, token_id, day)
) WITHOUT ROWID;
CREATE INDEX idempotency_token_counts_by_day ON idempotency_token_counts (day);

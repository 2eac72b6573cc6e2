-- The hostnames that a member or token is limited to, as a JSON list of names; null for the whole workspace.
ALTER TABLE memberships ADD COLUMN hosts TEXT;
ALTER TABLE tokens ADD COLUMN hosts TEXT;
-- The workspace that a user was removed from. The row stays: records, hostnames and histories name it.
ALTER TABLE users ADD COLUMN left_workspace TEXT;
CREATE INDEX users_by_left_workspace ON users (left_workspace) WHERE left_workspace IS NOT NULL;

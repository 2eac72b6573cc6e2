-- The hostnames that a member or token is limited to, as a JSON list of names; null for the whole workspace.
ALTER TABLE memberships ADD COLUMN hosts TEXT;
ALTER TABLE tokens ADD COLUMN hosts TEXT;
-- The workspace that a user was removed from. The row stays: records, hostnames and histories name it.
ALTER TABLE users ADD COLUMN left_workspace TEXT;
CREATE INDEX users_by_left_workspace ON users (left_workspace) WHERE left_workspace IS NOT NULL;
CREATE INDEX IF NOT EXISTS memberships_by_user ON memberships (user_id);

-- An address stands for one member of a workspace.
CREATE TRIGGER memberships_email BEFORE INSERT ON memberships
WHEN EXISTS (
  SELECT 1 FROM users one CROSS JOIN memberships m ON m.workspace_id = NEW.workspace_id
  CROSS JOIN users u ON u.id = m.user_id
  WHERE one.id = NEW.user_id AND one.email <> '' AND u.email = one.email)
BEGIN
  SELECT RAISE(ABORT, 'assertion failed: email_taken');
END;
CREATE TRIGGER users_email BEFORE UPDATE OF email ON users
WHEN NEW.email <> '' AND NEW.email <> OLD.email AND EXISTS (
  SELECT 1 FROM memberships own CROSS JOIN memberships m ON m.workspace_id = own.workspace_id
  CROSS JOIN users u ON u.id = m.user_id
  WHERE own.user_id = NEW.id AND u.id <> NEW.id AND u.email = NEW.email)
BEGIN
  SELECT RAISE(ABORT, 'assertion failed: email_taken');
END;

-- Somebody is left who can change members: an owner without hostnames. A member who is to be removed becomes
-- a viewer first, so that the end of a whole workspace passes.
CREATE TRIGGER memberships_last_owner BEFORE UPDATE OF role, hosts ON memberships
WHEN OLD.role = 'owner' AND OLD.hosts IS NULL AND (NEW.role <> 'owner' OR NEW.hosts IS NOT NULL)
  AND NOT EXISTS (
    SELECT 1 FROM memberships m WHERE m.workspace_id = OLD.workspace_id AND m.user_id <> OLD.user_id
      AND m.role = 'owner' AND m.hosts IS NULL)
BEGIN
  SELECT RAISE(ABORT, 'assertion failed: last_owner');
END;

-- What a member or token with tags is limited to, as JSON: {"hosts", "tags"}. Their `hosts` is then the empty list, so that
-- releases that do not know this column let them find nothing.
ALTER TABLE memberships ADD COLUMN limits TEXT;
ALTER TABLE tokens ADD COLUMN limits TEXT;

-- An invitation ends with the rights that it was for.
DROP TRIGGER memberships_invitation_change;
CREATE TRIGGER memberships_invitation_change AFTER UPDATE OF role, hosts, limits ON memberships
WHEN OLD.role <> NEW.role OR OLD.hosts IS NOT NEW.hosts OR OLD.limits IS NOT NEW.limits
BEGIN
  DELETE FROM invitations WHERE workspace_id = NEW.workspace_id AND user_id = NEW.user_id AND used_at IS NULL;
END;

-- 1 for a token that an invitation made (contract 36.6): the next invitation of the member ends it.
ALTER TABLE tokens ADD COLUMN is_invited INTEGER NOT NULL DEFAULT 0;
UPDATE tokens SET is_invited = 1 WHERE EXISTS (
  SELECT 1 FROM invitations i
  WHERE i.workspace_id = tokens.workspace_id AND i.user_id = tokens.user_id AND i.used_at = tokens.created_at);

-- What an invitation gives follows the limits of its member. It ends with the role, which its token keeps.
DROP TRIGGER memberships_invitation_change;
CREATE TRIGGER memberships_invitation_change AFTER UPDATE OF role ON memberships
WHEN OLD.role <> NEW.role
BEGIN
  DELETE FROM invitations WHERE workspace_id = NEW.workspace_id AND user_id = NEW.user_id AND used_at IS NULL;
END;

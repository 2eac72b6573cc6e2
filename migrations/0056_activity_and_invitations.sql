-- What was done in a workspace (contract 36), one row for each act of a person, a program or the installation. The values
-- before and after an edit of a record stay in `history`, whose entry has the same id.
CREATE TABLE activity (
  workspace_id TEXT NOT NULL,
  -- A UUID that begins with the time.
  id TEXT NOT NULL,
  -- 'record', 'change', 'host', 'file', 'workspace', 'member', 'token' or 'webhook'.
  kind TEXT NOT NULL,
  -- 'created', 'changed', 'deleted', 'applied', 'undone', 'held' or 'lost'.
  action TEXT NOT NULL,
  -- The id of the thing, or its name; and what it was called then.
  subject TEXT NOT NULL,
  name TEXT NOT NULL,
  -- The hostname on which it is; null for none, or several.
  host TEXT,
  -- JSON: the names of the changed fields; null if the action says all.
  fields TEXT,
  actor_id TEXT NOT NULL,
  actor_name TEXT NOT NULL,
  -- The token that acted, in the API.
  token_id TEXT,
  source TEXT NOT NULL,
  PRIMARY KEY (workspace_id, id)
) WITHOUT ROWID;

-- A hostname that passes, and a file of a hostname, have their entry in the history of the hostname. A restore fills
-- this table first.
CREATE TRIGGER host_history_activity AFTER INSERT ON host_history
BEGIN
  INSERT INTO activity (workspace_id, id, kind, action, subject, name, host, fields, actor_id, actor_name, token_id, source)
  SELECT NEW.workspace_id, NEW.id, iif(NEW.file IS NULL, 'host', 'file'),
    CASE WHEN NEW.file IS NULL THEN iif(NEW.held, 'held', 'lost')
      WHEN NEW.file ->> '$.new' IS NULL THEN 'deleted'
      WHEN NEW.file ->> '$.old' IS NULL THEN 'created' ELSE 'changed' END,
    NEW.host, coalesce(NEW.host || '/' || (NEW.file ->> '$.name'), NEW.host), NEW.host, NULL,
    NEW.actor_id, NEW.actor_name, NULL, NEW.source
  WHERE true ON CONFLICT DO NOTHING;
END;

-- What was kept before.
INSERT INTO activity (workspace_id, id, kind, action, subject, name, host, fields, actor_id, actor_name, token_id, source)
SELECT workspace_id, id, iif(file IS NULL, 'host', 'file'),
  CASE WHEN file IS NULL THEN iif(held, 'held', 'lost')
    WHEN file ->> '$.new' IS NULL THEN 'deleted'
    WHEN file ->> '$.old' IS NULL THEN 'created' ELSE 'changed' END,
  host, coalesce(host || '/' || (file ->> '$.name'), host), host, NULL, actor_id, actor_name, NULL, source
FROM host_history;

-- Of many edits only the newest, because one statement has to end in time.
INSERT INTO activity (workspace_id, id, kind, action, subject, name, host, fields, actor_id, actor_name, token_id, source)
SELECT r.workspace_id, e.id, 'record', 'changed', r.id, c.name || iif(r.source = '*', '/*', r.source), c.name,
  (SELECT json_group_array(key) FROM json_each(e.new)), e.actor_id, e.actor_name, NULL, e.source
FROM (SELECT * FROM history WHERE change_id IS NULL ORDER BY id DESC LIMIT 100000) e
CROSS JOIN records r ON r.id = e.record_id
CROSS JOIN hosts c ON c.workspace_id = r.workspace_id AND c.host = r.host;

INSERT INTO activity (workspace_id, id, kind, action, subject, name, host, fields, actor_id, actor_name, token_id, source)
SELECT c.workspace_id, c.id, 'change', 'applied', c.id, coalesce(c.request ->> 'label', ''), NULL, NULL,
  c.actor_id, coalesce((SELECT u.name FROM users u WHERE u.id = c.actor_id), ''), NULL, 'change'
FROM changes c WHERE c.state IN ('applied', 'stopped', 'undoing', 'undone');

-- The invitations of members (contract 36.6): a link that signs a member in once. A member has one at most.
CREATE TABLE invitations (
  workspace_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  -- SHA-256 of the secret in the link, hexadecimal.
  hash TEXT NOT NULL UNIQUE,
  created_at INTEGER NOT NULL,
  ends_at INTEGER NOT NULL,
  used_at INTEGER,
  PRIMARY KEY (workspace_id, user_id)
) WITHOUT ROWID;

-- It ends with the rights that the member had, and with the member.
CREATE TRIGGER memberships_invitation_change AFTER UPDATE OF role, hosts ON memberships
WHEN OLD.role <> NEW.role OR OLD.hosts IS NOT NEW.hosts
BEGIN
  DELETE FROM invitations WHERE workspace_id = NEW.workspace_id AND user_id = NEW.user_id AND used_at IS NULL;
END;
CREATE TRIGGER memberships_invitation_delete AFTER DELETE ON memberships
BEGIN
  DELETE FROM invitations WHERE workspace_id = OLD.workspace_id AND user_id = OLD.user_id;
END;

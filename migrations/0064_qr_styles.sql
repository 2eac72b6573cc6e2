-- Named QR styles of a workspace, as JSON, or null for none.
ALTER TABLE workspaces ADD COLUMN qr_styles TEXT;

-- The stored picture in a record's QR code (`qr.logo`, contract 16.7), as a foreign key, as that of its preview is.
CREATE TABLE code_logos (
  record_id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL,
  name TEXT NOT NULL,
  FOREIGN KEY (workspace_id, name) REFERENCES pages (workspace_id, name)
) WITHOUT ROWID;
CREATE INDEX code_logos_by_name ON code_logos (workspace_id, name);
CREATE TRIGGER records_code_logo_insert AFTER INSERT ON records WHEN typeof(NEW.qr ->> 'logo') = 'text'
BEGIN
  INSERT INTO code_logos (record_id, workspace_id, name)
  SELECT NEW.id, workspace_id, name FROM pages WHERE workspace_id = NEW.workspace_id AND name = NEW.qr ->> 'logo';
END;
CREATE TRIGGER records_code_logo_update AFTER UPDATE OF qr ON records WHEN OLD.qr ->> 'logo' IS NOT NEW.qr ->> 'logo'
BEGIN
  DELETE FROM code_logos WHERE record_id = NEW.id;
  INSERT INTO code_logos (record_id, workspace_id, name)
  SELECT NEW.id, workspace_id, name FROM pages
  WHERE typeof(NEW.qr ->> 'logo') = 'text' AND workspace_id = NEW.workspace_id AND name = NEW.qr ->> 'logo';
END;
CREATE TRIGGER records_code_logo_delete AFTER DELETE ON records WHEN typeof(OLD.qr ->> 'logo') = 'text'
BEGIN
  DELETE FROM code_logos WHERE record_id = OLD.id;
END;

-- A file of a hostname (contract 35.14) is a stored file whose name is the hostname and the path: 'x.example/robots.txt'.
-- The name of no other stored file has a slash.
CREATE INDEX pages_of_workspace ON pages (workspace_id, created_at, name) WHERE instr(name, '/') = 0;

-- The exact slot of its path shows it. A restore makes that slot by this trigger.
CREATE TRIGGER pages_host_file AFTER INSERT ON pages WHEN instr(NEW.name, '/') > 0
BEGIN
  INSERT INTO slots (host, slot, seq)
  SELECT substr(NEW.name, 1, instr(NEW.name, '/') - 1), 'p' || substr(NEW.name, instr(NEW.name, '/')), 0
  WHERE true ON CONFLICT (host, slot) DO NOTHING;
END;

-- The files of a claim that no longer holds its hostname are deleted, and those of the next holder are shown. The slots
-- get the number of the commit, which notes them.
CREATE TRIGGER hosts_files_pass AFTER UPDATE OF host ON hosts WHEN NEW.host <> OLD.host
BEGIN
  INSERT INTO slots (host, slot, seq)
  SELECT NEW.name, 'p' || substr(name, length(NEW.name) + 1), (SELECT value FROM sequence) FROM pages
  WHERE workspace_id = NEW.workspace_id AND name > NEW.name || '/' AND name < NEW.name || '0'
  ON CONFLICT (host, slot) DO UPDATE SET seq = excluded.seq;
  DELETE FROM pages
  WHERE workspace_id = NEW.workspace_id AND name > NEW.name || '/' AND name < NEW.name || '0'
    AND NEW.waiting_since IS NOT NULL;
END;

-- No commit knows the slots of a claim that ends, so they are noted here: its next holder must not show the files.
CREATE TRIGGER hosts_files_end AFTER DELETE ON hosts
BEGIN
  INSERT INTO slots (host, slot, seq)
  SELECT OLD.name, 'p' || substr(name, length(OLD.name) + 1), (SELECT value FROM sequence) FROM pages
  WHERE workspace_id = OLD.workspace_id AND name > OLD.name || '/' AND name < OLD.name || '0'
    AND OLD.waiting_since IS NULL
  ON CONFLICT (host, slot) DO UPDATE SET seq = excluded.seq;
  INSERT INTO pending (seq, host, slot, created_at, leased_until)
  SELECT value, OLD.name, 'p' || substr(name, length(OLD.name) + 1), value, 1 FROM sequence, pages
  WHERE workspace_id = OLD.workspace_id AND name > OLD.name || '/' AND name < OLD.name || '0'
    AND OLD.waiting_since IS NULL
  ON CONFLICT (seq, host, slot) DO NOTHING;
  DELETE FROM pages
  WHERE workspace_id = OLD.workspace_id AND name > OLD.name || '/' AND name < OLD.name || '0';
END;

-- The file that an entry is about, as JSON with `name`, `old` and `new`; null for entries about holding the hostname.
ALTER TABLE host_history ADD COLUMN file TEXT;

-- The stored picture that messengers show of a record (`preview.file`, contract 35.19), as a foreign key: a picture that
-- is in use is not deleted. A write that named it while it was deleted names a picture that is gone, and shows none.
CREATE TABLE card_pictures (
  record_id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL,
  name TEXT NOT NULL,
  FOREIGN KEY (workspace_id, name) REFERENCES pages (workspace_id, name)
) WITHOUT ROWID;
CREATE INDEX card_pictures_by_name ON card_pictures (workspace_id, name);
CREATE TRIGGER records_card_picture_insert AFTER INSERT ON records WHEN NEW.preview ->> 'file' IS NOT NULL
BEGIN
  INSERT INTO card_pictures (record_id, workspace_id, name)
  SELECT NEW.id, workspace_id, name FROM pages WHERE workspace_id = NEW.workspace_id AND name = NEW.preview ->> 'file';
END;
CREATE TRIGGER records_card_picture_update AFTER UPDATE OF preview ON records
WHEN OLD.preview ->> 'file' IS NOT NEW.preview ->> 'file'
BEGIN
  DELETE FROM card_pictures WHERE record_id = NEW.id;
  INSERT INTO card_pictures (record_id, workspace_id, name)
  SELECT NEW.id, workspace_id, name FROM pages WHERE workspace_id = NEW.workspace_id AND name = NEW.preview ->> 'file';
END;
CREATE TRIGGER records_card_picture_delete AFTER DELETE ON records WHEN OLD.preview ->> 'file' IS NOT NULL
BEGIN
  DELETE FROM card_pictures WHERE record_id = OLD.id;
END;

-- Rules, starts and ends of records.

-- A list of rules; null for none.
ALTER TABLE records ADD COLUMN rules TEXT;
ALTER TABLE records ADD COLUMN starts_at INTEGER;
ALTER TABLE records ADD COLUMN max_clicks INTEGER;
-- Which counter max_clicks goes by: the version of the write that set it.
ALTER TABLE records ADD COLUMN max_clicks_version INTEGER NOT NULL DEFAULT 0;
ALTER TABLE records ADD COLUMN expired_url TEXT;
-- Title, description and image for preview bots; null for none.
ALTER TABLE records ADD COLUMN preview TEXT;

-- A record with rules, a start or a limit is guarded: the previous version, which knows nothing of these, must
-- not send anybody to its destinations or show its page. So `destinations` and `file` are empty there, and the
-- values stand here. Null on all other records.
ALTER TABLE records ADD COLUMN guarded_destinations TEXT;
ALTER TABLE records ADD COLUMN guarded_file TEXT;
-- Of a guarded record: its destinations, then those of its rules.
ALTER TABLE records ADD COLUMN all_destinations TEXT;
-- Whether a rule leads to the fastest of its destinations, so that these have to be watched.
ALTER TABLE records ADD COLUMN has_fastest_rule INTEGER NOT NULL DEFAULT 0;

-- Destinations that the previous version writes to a guarded record are guarded as well.
CREATE TRIGGER records_guard AFTER UPDATE OF destinations ON records
WHEN NEW.guarded_destinations IS NOT NULL AND NEW.destinations <> '[]'
BEGIN
  UPDATE records SET
    destinations = '[]', guarded_destinations = NEW.destinations,
    all_destinations = (SELECT json_group_array(value) FROM (
      SELECT value FROM json_each(NEW.destinations)
      UNION ALL
      SELECT d.value FROM json_each(coalesce(NEW.rules, '[]')) r, json_each(r.value, '$.destinations') d))
  WHERE row = NEW.row;
END;

-- Keeps the pages that guarded records serve from being deleted, as records.file does for the others.
CREATE TABLE guarded_pages (
  record_id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL,
  name TEXT NOT NULL,
  FOREIGN KEY (workspace_id, name) REFERENCES pages (workspace_id, name)
) WITHOUT ROWID;
CREATE INDEX guarded_pages_by_name ON guarded_pages (workspace_id, name);
CREATE TRIGGER records_guarded_page_insert AFTER INSERT ON records WHEN NEW.guarded_file IS NOT NULL
BEGIN
  INSERT INTO guarded_pages (record_id, workspace_id, name) VALUES (NEW.id, NEW.workspace_id, NEW.guarded_file);
END;
CREATE TRIGGER records_guarded_page_update AFTER UPDATE OF guarded_file ON records
WHEN OLD.guarded_file IS NOT NEW.guarded_file
BEGIN
  DELETE FROM guarded_pages WHERE record_id = NEW.id;
  INSERT INTO guarded_pages (record_id, workspace_id, name)
  SELECT NEW.id, NEW.workspace_id, NEW.guarded_file WHERE NEW.guarded_file IS NOT NULL;
END;
CREATE TRIGGER records_guarded_page_delete AFTER DELETE ON records WHEN OLD.guarded_file IS NOT NULL
BEGIN
  DELETE FROM guarded_pages WHERE record_id = OLD.id;
END;

-- Takes the place of records_monitored, which goes one release later.
CREATE INDEX records_watched ON records (monitor_due_at)
WHERE (is_notify = 1 OR is_switch_unbroken_destination = 1 OR destination_routing = 'fastest' OR has_fastest_rule = 1)
  AND paused_by IS NULL AND coalesce(all_destinations, destinations) <> '[]';

-- Hostnames whose missed paths are compared with their records: one has come that answers many paths.
CREATE TABLE miss_reviews (
  workspace_id TEXT NOT NULL,
  host TEXT NOT NULL,
  -- The slot of the last path that was compared.
  behind TEXT NOT NULL DEFAULT '',
  -- How often a record has come since the review began: it then starts over.
  asked INTEGER NOT NULL DEFAULT 1,
  PRIMARY KEY (workspace_id, host)
) WITHOUT ROWID;

CREATE TRIGGER miss_reviews_record_insert AFTER INSERT ON records
WHEN NOT (NEW.slot LIKE 'p%' OR NEW.slot LIKE 'q%') OR NEW.forward_path = 1
BEGIN
  INSERT INTO miss_reviews (workspace_id, host)
  SELECT NEW.workspace_id, NEW.host
  WHERE EXISTS (SELECT 1 FROM misses m WHERE m.workspace_id = NEW.workspace_id AND m.host = NEW.host)
  ON CONFLICT (workspace_id, host) DO UPDATE SET behind = '', asked = asked + 1;
END;
CREATE TRIGGER miss_reviews_record_update AFTER UPDATE OF slot, host, forward_path ON records
WHEN (OLD.slot IS NOT NEW.slot OR OLD.host IS NOT NEW.host OR OLD.forward_path IS NOT NEW.forward_path)
  AND (NOT (NEW.slot LIKE 'p%' OR NEW.slot LIKE 'q%') OR NEW.forward_path = 1)
BEGIN
  INSERT INTO miss_reviews (workspace_id, host)
  SELECT NEW.workspace_id, NEW.host
  WHERE EXISTS (SELECT 1 FROM misses m WHERE m.workspace_id = NEW.workspace_id AND m.host = NEW.host)
  ON CONFLICT (workspace_id, host) DO UPDATE SET behind = '', asked = asked + 1;
END;

-- The parameter in which a destination gets the id of a click. Null for none.
ALTER TABLE records ADD COLUMN click_id_param TEXT;

-- The ids of clicks for 30 days: 128 random bits each, and what the click counted as.
CREATE TABLE click_ids (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL,
  record_id TEXT NOT NULL,
  at INTEGER NOT NULL,
  -- JSON: the destination, rule, source and campaign of the click, and `all`, which is empty.
  facts TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX click_ids_by_time ON click_ids (at);
CREATE INDEX click_ids_by_record ON click_ids (record_id);
CREATE INDEX click_ids_by_workspace ON click_ids (workspace_id);

-- One row for each click and name. It waits until the id of the click comes, and then prevents a second one.
CREATE TABLE conversions (
  click_id TEXT NOT NULL,
  name TEXT NOT NULL,
  workspace_id TEXT NOT NULL,
  -- JSON: the hostnames that its sender was limited to; null for all.
  hosts TEXT,
  -- In hundredths.
  amount INTEGER NOT NULL,
  at INTEGER NOT NULL,
  is_counted INTEGER NOT NULL DEFAULT 0,
  -- Of the click, once it is counted.
  record_id TEXT,
  PRIMARY KEY (click_id, name, workspace_id)
) WITHOUT ROWID;
CREATE INDEX conversions_by_time ON conversions (is_counted, at);
CREATE INDEX conversions_by_workspace ON conversions (workspace_id, is_counted);

-- The names that a workspace used, with the last day.
CREATE TABLE conversion_names (
  workspace_id TEXT NOT NULL,
  name TEXT NOT NULL,
  used_day INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, name)
) WITHOUT ROWID;
CREATE INDEX conversion_names_by_day ON conversion_names (used_day);

-- Conversions of a record or workspace by day, name, and kind and value of what the click counted as.
CREATE TABLE conversion_sums (
  scope_id TEXT NOT NULL,
  workspace_id TEXT NOT NULL,
  day INTEGER NOT NULL,
  name TEXT NOT NULL,
  kind TEXT NOT NULL,
  value TEXT NOT NULL,
  count INTEGER NOT NULL,
  amount INTEGER NOT NULL,
  PRIMARY KEY (scope_id, day, name, kind, value)
) WITHOUT ROWID;
CREATE INDEX conversion_sums_by_day ON conversion_sums (workspace_id, day);

-- A conversion counts when it and the id of its click are both there. Its sender may be limited to some hostnames; one
-- that may not know the click is deleted.
CREATE TRIGGER click_ids_insert AFTER INSERT ON click_ids
BEGIN
  UPDATE conversions SET is_counted = 1, record_id = NEW.record_id
  WHERE click_id = NEW.id AND workspace_id = NEW.workspace_id AND is_counted = 0
    AND (hosts IS NULL OR EXISTS (
      SELECT 1 FROM records r CROSS JOIN hosts h ON h.host = r.host AND h.workspace_id = NEW.workspace_id
      WHERE r.id = NEW.record_id AND h.name IN (SELECT value FROM json_each(conversions.hosts))));
  DELETE FROM conversions WHERE click_id = NEW.id AND is_counted = 0;
END;

-- A workspace uses 20 names at a time, and 10,000 of its conversions wait.
CREATE TRIGGER conversions_limit BEFORE INSERT ON conversions
BEGIN
  INSERT INTO conversion_names (workspace_id, name, used_day)
  SELECT NEW.workspace_id, NEW.name, CAST(NEW.at AS INTEGER) / 86400000
  WHERE EXISTS (SELECT 1 FROM conversion_names WHERE workspace_id = NEW.workspace_id AND name = NEW.name)
    OR (SELECT count(*) FROM conversion_names WHERE workspace_id = NEW.workspace_id) < 20
  ON CONFLICT DO UPDATE SET used_day = excluded.used_day;
  SELECT RAISE(IGNORE)
  WHERE NOT EXISTS (SELECT 1 FROM conversion_names WHERE workspace_id = NEW.workspace_id AND name = NEW.name)
    OR (NOT EXISTS (SELECT 1 FROM click_ids WHERE id = NEW.click_id)
      AND (SELECT count(*) FROM conversions WHERE workspace_id = NEW.workspace_id AND is_counted = 0) >= 10000);
END;

CREATE TRIGGER conversions_insert AFTER INSERT ON conversions
WHEN NEW.is_counted = 0 AND EXISTS (SELECT 1 FROM click_ids WHERE id = NEW.click_id)
BEGIN
  UPDATE conversions SET is_counted = 1,
    record_id = (SELECT record_id FROM click_ids WHERE id = NEW.click_id)
  WHERE click_id = NEW.click_id AND name = NEW.name AND workspace_id = NEW.workspace_id AND EXISTS (
    SELECT 1 FROM click_ids c WHERE c.id = NEW.click_id AND c.workspace_id = NEW.workspace_id
      AND (NEW.hosts IS NULL OR EXISTS (
        SELECT 1 FROM records r CROSS JOIN hosts h ON h.host = r.host AND h.workspace_id = NEW.workspace_id
        WHERE r.id = c.record_id AND h.name IN (SELECT value FROM json_each(NEW.hosts)))));
  DELETE FROM conversions WHERE click_id = NEW.click_id AND is_counted = 0;
END;

-- A day keeps 200 values of each kind of a name; others count together.
CREATE TRIGGER conversions_count AFTER UPDATE OF is_counted ON conversions
WHEN OLD.is_counted = 0 AND NEW.is_counted = 1
BEGIN
  INSERT INTO conversion_sums (scope_id, workspace_id, day, name, kind, value, count, amount)
  SELECT s.value, c.workspace_id, NEW.at / 86400000, NEW.name, k.key,
    CASE WHEN (
      SELECT count(*) FROM conversion_sums x
      WHERE x.scope_id = s.value AND x.day = NEW.at / 86400000 AND x.name = NEW.name AND x.kind = k.key
        AND x.value <> k.value) < 200
    THEN k.value ELSE '(other)' END,
    1, NEW.amount
  FROM click_ids c CROSS JOIN json_each(json_array(c.record_id, c.workspace_id)) s CROSS JOIN json_each(c.facts) k
  WHERE c.id = NEW.click_id
  ON CONFLICT DO UPDATE SET count = conversion_sums.count + 1, amount = conversion_sums.amount + excluded.amount;
END;

-- As the other counts, those of a record that an undo can bring back stay.
CREATE TRIGGER records_conversions_delete AFTER DELETE ON records
WHEN NOT EXISTS (SELECT 1 FROM records_aside WHERE id = OLD.id)
BEGIN
  DELETE FROM conversion_sums WHERE scope_id = OLD.id;
  DELETE FROM click_ids WHERE record_id = OLD.id;
END;
CREATE TRIGGER records_aside_conversions_delete AFTER DELETE ON records_aside
BEGIN
  DELETE FROM conversion_sums WHERE scope_id = OLD.id AND NOT EXISTS (SELECT 1 FROM records WHERE id = OLD.id);
  DELETE FROM click_ids WHERE record_id = OLD.id AND NOT EXISTS (SELECT 1 FROM records WHERE id = OLD.id);
END;

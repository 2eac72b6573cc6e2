-- Cells of counters tell broken records from others. The condition is that of records_watched.
ALTER TABLE records ADD COLUMN broken INTEGER AS (iif(monitor_state = 'broken'
  AND (is_notify = 1 OR is_switch_unbroken_destination = 1 OR destination_routing = 'fastest' OR has_fastest_rule = 1)
  AND paused_by IS NULL AND coalesce(all_destinations, destinations) <> '[]', 1, 0));

DROP TRIGGER records_count_before;
DROP TRIGGER records_count_after;
DROP TRIGGER records_count_delete;
DROP VIEW record_entries;
CREATE VIEW record_entries AS
SELECT r.row, r.id, r.workspace_id, e.value ->> 0 AS kind, e.value ->> 1 AS value
FROM records r CROSS JOIN json_each(json_array(
  json_array('cell', json_array(
    r.handler, r.type = 'html', r.paused_by IS NOT NULL, r.qr IS NOT NULL, r.tags = '[]', r.broken)),
  json_array('clicked', nullif(r.clicked_week, 0)),
  json_array('minute', r.created_at / 60000),
  json_array('hour', r.created_at / 3600000),
  json_array('day', r.created_at / 86400000)
)) e
WHERE e.value ->> 1 IS NOT NULL;

-- A count that was dropped for its age is not counted down.
CREATE TRIGGER records_count_delete BEFORE DELETE ON records
BEGIN
  UPDATE record_counts SET count = count - 1 WHERE (workspace_id, kind, value) IN (
    SELECT workspace_id, kind, value FROM record_entries WHERE row = OLD.row);
  UPDATE hosts SET
    short_urls = short_urls - (OLD.handler = 'short-url'), qr_codes = qr_codes - (OLD.handler = 'qr'),
    redirects = redirects - (OLD.handler = 'redirect'), migrations = migrations - (OLD.handler = 'migration')
  WHERE host = OLD.host;
END;

CREATE TRIGGER records_count_before BEFORE UPDATE OF handler, type, paused_by, qr, tags, monitor_state, is_notify,
  is_switch_unbroken_destination, destination_routing, has_fastest_rule, all_destinations, destinations ON records
WHEN (OLD.handler, OLD.type = 'html', OLD.paused_by IS NULL, OLD.qr IS NULL, OLD.tags = '[]', OLD.broken)
  <> (NEW.handler, NEW.type = 'html', NEW.paused_by IS NULL, NEW.qr IS NULL, NEW.tags = '[]', NEW.broken)
BEGIN
  UPDATE record_counts SET count = count - 1 WHERE (workspace_id, kind, value) IN (
    SELECT workspace_id, kind, value FROM record_entries WHERE row = OLD.row AND kind = 'cell');
END;
CREATE TRIGGER records_count_after AFTER UPDATE OF handler, type, paused_by, qr, tags, monitor_state, is_notify,
  is_switch_unbroken_destination, destination_routing, has_fastest_rule, all_destinations, destinations ON records
WHEN (OLD.handler, OLD.type = 'html', OLD.paused_by IS NULL, OLD.qr IS NULL, OLD.tags = '[]', OLD.broken)
  <> (NEW.handler, NEW.type = 'html', NEW.paused_by IS NULL, NEW.qr IS NULL, NEW.tags = '[]', NEW.broken)
BEGIN
  INSERT INTO record_counts (workspace_id, kind, value, count)
  SELECT workspace_id, kind, value, 1 FROM record_entries WHERE row = NEW.row AND kind = 'cell'
  ON CONFLICT (workspace_id, kind, value) DO UPDATE SET count = count + 1;
END;

-- No record is read but those that are watched.
UPDATE record_counts SET value = json_insert(value, '$[#]', 0) WHERE kind = 'cell';
INSERT INTO record_counts (workspace_id, kind, value, count)
SELECT r.workspace_id, 'cell', json_array(
    r.handler, r.type = 'html', r.paused_by IS NOT NULL, r.qr IS NOT NULL, r.tags = '[]', moved.column1),
  sum(moved.column2)
FROM records r INDEXED BY records_watched CROSS JOIN (VALUES (0, -1), (1, 1)) moved
WHERE (is_notify = 1 OR is_switch_unbroken_destination = 1 OR destination_routing = 'fastest' OR has_fastest_rule = 1)
  AND paused_by IS NULL AND coalesce(all_destinations, destinations) <> '[]' AND r.broken
GROUP BY 1, 3
ON CONFLICT (workspace_id, kind, value) DO UPDATE SET count = count + excluded.count;

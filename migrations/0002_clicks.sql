-- Clicks are counted for a scope: a record, or the workspace that it belongs to.

DROP TABLE clicks_daily;
CREATE TABLE clicks_daily (
  scope_id TEXT NOT NULL,
  -- Days since 1970-01-01, UTC.
  day INTEGER NOT NULL,
  clicks INTEGER NOT NULL,
  bots INTEGER NOT NULL,
  PRIMARY KEY (scope_id, day)
) WITHOUT ROWID;
CREATE INDEX clicks_daily_by_day ON clicks_daily (day);

CREATE TABLE clicks_hourly (
  scope_id TEXT NOT NULL,
  -- Hours since 1970-01-01, UTC.
  hour INTEGER NOT NULL,
  clicks INTEGER NOT NULL,
  bots INTEGER NOT NULL,
  PRIMARY KEY (scope_id, hour)
) WITHOUT ROWID;
CREATE INDEX clicks_hourly_by_hour ON clicks_hourly (hour);

-- Where clicks came from and went to, by day; bots are left out.
CREATE TABLE clicks_by_value (
  scope_id TEXT NOT NULL,
  -- 'destination', 'country', 'device', 'browser' or 'referrer'.
  dimension TEXT NOT NULL,
  day INTEGER NOT NULL,
  value TEXT NOT NULL,
  clicks INTEGER NOT NULL,
  PRIMARY KEY (scope_id, dimension, day, value)
) WITHOUT ROWID;
CREATE INDEX clicks_by_value_by_day ON clicks_by_value (day);

-- Batches that are counted: one that is delivered again changes nothing. Ids begin with the
-- moment of their first click, so that old ones are a range.
CREATE TABLE click_batches (
  id TEXT PRIMARY KEY
) WITHOUT ROWID;

CREATE TRIGGER records_clicks_delete AFTER DELETE ON records
BEGIN
  DELETE FROM clicks_daily WHERE scope_id = OLD.id;
  DELETE FROM clicks_hourly WHERE scope_id = OLD.id;
  DELETE FROM clicks_by_value WHERE scope_id = OLD.id;
END;

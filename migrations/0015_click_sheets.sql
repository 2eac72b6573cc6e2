-- Clicks are stored as messages, and each minute one folder adds them up in sheets: one sheet for each
-- record and day, and one for each workspace and day. The older tables clicks_daily, clicks_hourly and
-- clicks_by_value are moved into sheets in steps, and read beside them until then.

-- The clicks of a message until they are added to sheets, as JSON; null from then on. The id stays, so that
-- a message that is delivered again changes nothing. Rows of the previous version have no body: it adds
-- its clicks to the older tables itself.
ALTER TABLE click_batches ADD COLUMN body TEXT;

CREATE TABLE click_sheets (
  -- The id of a record or of a workspace.
  scope_id TEXT NOT NULL,
  -- Days since 1970-01-01, UTC.
  day INTEGER NOT NULL,
  workspace_id TEXT NOT NULL,
  clicks INTEGER NOT NULL,
  bots INTEGER NOT NULL,
  -- Names the write that made the sheet what it is: whoever replaces the sheet asserts that it is the one read.
  stamp TEXT NOT NULL,
  -- Hours and breakdowns, as JSON. The last column, so that sums of clicks do not read it.
  body TEXT NOT NULL,
  PRIMARY KEY (scope_id, day)
) WITHOUT ROWID;
CREATE INDEX click_sheets_by_day ON click_sheets (workspace_id, day);

-- One row: who adds up messages at present, and where those begin that are not added up yet.
CREATE TABLE click_folder (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  -- No message with a smaller id has a body.
  unfolded_from TEXT NOT NULL DEFAULT '',
  -- Taken only where one batch does not finish the work.
  holder TEXT NOT NULL DEFAULT '',
  leased_until INTEGER NOT NULL DEFAULT 0
);
INSERT INTO click_folder (one) VALUES (1);

CREATE TRIGGER records_sheets_delete AFTER DELETE ON records
BEGIN
  DELETE FROM click_sheets WHERE scope_id = OLD.id;
END;

-- Days whose hours are no longer shown are rolled up into months: one row for each record and calendar month, and one
-- for each workspace and month. A row holds every day of its month that is in no sheet.
CREATE TABLE click_months (
  -- The id of a record or of a workspace.
  scope_id TEXT NOT NULL,
  -- The first of the month. Days since 1970-01-01, UTC.
  first_day INTEGER NOT NULL,
  workspace_id TEXT NOT NULL,
  -- The first day that the row has clicks or bots of.
  from_day INTEGER NOT NULL,
  -- Names the write that made the row what it is, as in click_sheets.
  stamp TEXT NOT NULL,
  -- A number for each day from the first of the month on, as JSON. Both lists have the same length.
  clicks TEXT NOT NULL,
  bots TEXT NOT NULL,
  -- Breakdowns: JSON that is compressed with gzip.
  body BLOB NOT NULL,
  PRIMARY KEY (scope_id, first_day)
);
-- Finds the months that begin before what a workspace keeps.
CREATE INDEX click_months_by_day ON click_months (workspace_id, from_day);

-- When days are rolled up next, in milliseconds since 1970. The release before cannot read months, so an upgrade leaves
-- a week for the way back. A backup moves it, so that no day moves from one table to the other while both are read.
ALTER TABLE click_folder ADD COLUMN rolls_at INTEGER NOT NULL DEFAULT 0;
UPDATE click_folder SET rolls_at = (unixepoch() + 7 * 86400) * 1000;

CREATE TRIGGER records_months_delete AFTER DELETE ON records
WHEN NOT EXISTS (SELECT 1 FROM records_aside WHERE id = OLD.id)
BEGIN
  DELETE FROM click_months WHERE scope_id = OLD.id;
END;
CREATE TRIGGER records_aside_months_delete AFTER DELETE ON records_aside
BEGIN
  DELETE FROM click_months WHERE scope_id = OLD.id AND NOT EXISTS (SELECT 1 FROM records WHERE id = OLD.id);
END;

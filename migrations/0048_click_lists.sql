-- Messages that are stored together have one row. Its id is that of the first; `ids` lists the others as JSON.
ALTER TABLE click_batches ADD COLUMN ids TEXT;
-- Clicks that wait to be added to sheets do so until then, in milliseconds since 1970.
ALTER TABLE click_batches ADD COLUMN waits_until INTEGER;
-- The release before drops a body, and does not know this column.
CREATE INDEX click_batches_waiting ON click_batches (waits_until) WHERE waits_until IS NOT NULL AND body IS NOT NULL;

-- Until then, in milliseconds since 1970, an upgrade can be taken back: messages that are listed also have a row each,
-- because the release before recognizes a message by its row only; no clicks wait, and no days are rolled up. Null until
-- cron has run on this release, which sets it to a week later.
ALTER TABLE click_folder ADD COLUMN way_back_until INTEGER;
-- A new installation has no release before.
UPDATE click_folder SET way_back_until = 0 WHERE NOT EXISTS (SELECT 1 FROM workspaces);

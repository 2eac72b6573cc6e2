-- Messages that are stored together have one row. Its id is that of the first; `ids` lists the others as JSON.
ALTER TABLE click_batches ADD COLUMN ids TEXT;
-- Clicks that wait to be added to sheets do so until then, in milliseconds since 1970.
ALTER TABLE click_batches ADD COLUMN waits_until INTEGER;
CREATE INDEX click_batches_waiting ON click_batches (waits_until) WHERE waits_until IS NOT NULL;

-- Until then, in milliseconds since 1970, messages that are listed also have a row each: the release before, which an
-- upgrade can go back to within a week, recognizes a message by its row only.
ALTER TABLE click_folder ADD COLUMN lists_from INTEGER NOT NULL DEFAULT 0;
UPDATE click_folder SET lists_from = (unixepoch() + 7 * 86400) * 1000 WHERE EXISTS (SELECT 1 FROM click_batches);

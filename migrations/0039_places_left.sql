-- How many visitors a record with max_clicks still lets through, as its counter said last (contract 24.11): JSON with
-- `left` and the counter's `version`; null before the first word of it. A counter that has no state of its own begins with it.
ALTER TABLE records ADD COLUMN places_left TEXT;

-- The codes of warnings and reasons, beside their texts, which 0.2.0 reads and writes.

-- JSON: the code and the values of each warning; null where 0.2.0 has written them.
ALTER TABLE changes ADD COLUMN warning_codes TEXT;

-- JSON: the code and the values of the reason; null where 0.2.0 has written it, and where there is none.
ALTER TABLE check_targets ADD COLUMN reason_code TEXT;

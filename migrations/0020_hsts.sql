-- Strict-Transport-Security of a hostname: an object with max_age and include_subdomains; max_age 0 where an
-- owner took it back, so that browsers forget it. Null where none was ever set.
ALTER TABLE hosts ADD COLUMN hsts TEXT;

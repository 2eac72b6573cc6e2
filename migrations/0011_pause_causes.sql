-- Why a record is paused, one column for each cause: ending one ends no other. paused_by follows from
-- them: 'system' while any of the platform's causes stands, else 'user' while the user's does.
ALTER TABLE records ADD COLUMN paused_by_user INTEGER NOT NULL DEFAULT 0;
ALTER TABLE records ADD COLUMN paused_by_claim INTEGER NOT NULL DEFAULT 0;
ALTER TABLE records ADD COLUMN paused_by_suspension INTEGER NOT NULL DEFAULT 0;
ALTER TABLE records ADD COLUMN paused_by_takedown INTEGER NOT NULL DEFAULT 0;

UPDATE records SET paused_by_user = 1 WHERE paused_by = 'user';
-- Only operators could have written this, by hand.
UPDATE records SET paused_by_takedown = 1 WHERE paused_by = 'system';

-- Writers that know paused_by alone: the version of the Worker before this migration, and people with
-- SQL. They resume nothing that the platform paused; the Worker reads the record again and tries again.
CREATE TRIGGER records_pause_guard BEFORE UPDATE OF paused_by ON records
WHEN NEW.paused_by IS NOT 'system'
  AND NEW.paused_by_claim + NEW.paused_by_suspension + NEW.paused_by_takedown > 0
BEGIN
  SELECT RAISE(ABORT, 'assertion failed: stale_version');
END;

-- What they write otherwise becomes a cause. Neither trigger writes paused_by: counts follow it.
CREATE TRIGGER records_pause_update AFTER UPDATE OF paused_by ON records
WHEN NEW.paused_by_claim + NEW.paused_by_suspension + NEW.paused_by_takedown = 0
  AND (NEW.paused_by IS 'system' OR NEW.paused_by_user <> (NEW.paused_by IS 'user'))
BEGIN
  UPDATE records SET
    paused_by_user = CASE WHEN NEW.paused_by IS 'system' THEN paused_by_user ELSE NEW.paused_by IS 'user' END,
    paused_by_takedown = NEW.paused_by IS 'system'
  WHERE row = NEW.row;
END;
CREATE TRIGGER records_pause_insert AFTER INSERT ON records
WHEN NEW.paused_by_claim + NEW.paused_by_suspension + NEW.paused_by_takedown = 0
  AND (NEW.paused_by IS 'system' OR NEW.paused_by_user <> (NEW.paused_by IS 'user'))
BEGIN
  UPDATE records SET paused_by_user = NEW.paused_by IS 'user', paused_by_takedown = NEW.paused_by IS 'system'
  WHERE row = NEW.row;
END;

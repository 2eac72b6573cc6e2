-- The names of a pattern's captures, as a JSON list. Its shape, without the names, is the source.
ALTER TABLE records ADD COLUMN captures TEXT;

-- A hostname has at most 200 patterns, under parallel writes, too (MAX_PATTERNS). Slots of patterns begin with t.
CREATE TRIGGER records_insert_pattern BEFORE INSERT ON records
WHEN NEW.slot >= 't' AND NEW.slot < 'u'
  AND (SELECT count(*) FROM records WHERE host = NEW.host AND slot >= 't' AND slot < 'u') >= 200
BEGIN
  SELECT RAISE(ABORT, 'assertion failed: pattern_limit');
END;

CREATE TRIGGER records_move_pattern BEFORE UPDATE OF host, slot ON records
WHEN NEW.slot >= 't' AND NEW.slot < 'u' AND (OLD.host <> NEW.host OR OLD.slot < 't' OR OLD.slot >= 'u')
  AND (SELECT count(*) FROM records WHERE host = NEW.host AND slot >= 't' AND slot < 'u') >= 200
BEGIN
  SELECT RAISE(ABORT, 'assertion failed: pattern_limit');
END;

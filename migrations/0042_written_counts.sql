-- What a change planned and what it has written, apart (contract 28.5). Triggers keep both, because the previous version of
-- the Worker applies changes too.

-- The counts of the plan, as JSON, once it is applied; null if they are those in `counts`.
ALTER TABLE changes ADD COLUMN planned TEXT;
-- The records of the applied chunks that are created, changed and deleted, as JSON; null if they are those in `counts`.
-- `counts` itself has the records of all chunks, without the conflicts of the applied ones.
ALTER TABLE changes ADD COLUMN written TEXT;

CREATE TRIGGER changes_begin AFTER UPDATE OF state ON changes
WHEN OLD.state = 'planned' AND NEW.state = 'applying'
BEGIN
  UPDATE changes SET planned = NEW.counts, written = '{"created":0,"changed":0,"deleted":0}' WHERE id = NEW.id;
END;

-- The batch that applies a chunk counts it in `done`, and subtracts its conflicts from `counts`.
CREATE TRIGGER changes_write AFTER UPDATE OF done ON changes
WHEN NEW.state = 'applying' AND NEW.done = OLD.done + 1 AND NEW.written IS NOT NULL
BEGIN
  UPDATE changes SET written = (
    SELECT json_object(
      'created', NEW.written ->> 'created' + c.counts ->> 'created' + NEW.counts ->> 'created' - OLD.counts ->> 'created',
      'changed', NEW.written ->> 'changed' + c.counts ->> 'changed' + NEW.counts ->> 'changed' - OLD.counts ->> 'changed',
      'deleted', NEW.written ->> 'deleted' + c.counts ->> 'deleted' + NEW.counts ->> 'deleted' - OLD.counts ->> 'deleted')
    FROM change_chunks c WHERE c.change_id = NEW.id AND c.n = OLD.done)
  WHERE id = NEW.id;
END;

-- Changes that were applied, or begun, before this migration, if their chunks are still there.
UPDATE changes SET planned = known.planned, written = known.written
FROM (
  SELECT change_id,
    json_object('created', sum(c.counts ->> 'created'), 'changed', sum(c.counts ->> 'changed'),
      'deleted', sum(c.counts ->> 'deleted'), 'unchanged', sum(c.counts ->> 'unchanged'),
      'invalid', sum(c.counts ->> 'invalid'), 'conflicts', sum(c.counts ->> 'conflicts')) AS planned,
    -- Conflicts were found in applied chunks alone, so that the others still hold what was planned.
    json_object(
      'created', h.counts ->> 'created' - sum(iif(applied_by IS NULL, c.counts ->> 'created', 0)),
      'changed', h.counts ->> 'changed' - sum(iif(applied_by IS NULL, c.counts ->> 'changed', 0)),
      'deleted', h.counts ->> 'deleted' - sum(iif(applied_by IS NULL, c.counts ->> 'deleted', 0))) AS written
  FROM changes h JOIN change_chunks c ON c.change_id = h.id
  WHERE h.state IN ('applying', 'applied', 'stopped', 'undoing', 'undone')
  -- An import may get further chunks, and has planned what it has written.
  GROUP BY h.id HAVING count(*) = h.chunks AND NOT max(applied_by IS 'import')
) known
WHERE id = known.change_id;

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
      'created', NEW.written ->> 'created' + ifnull(c.counts ->> 'created', 0) + ifnull(NEW.counts ->> 'created', 0)
        - ifnull(OLD.counts ->> 'created', 0),
      'changed', NEW.written ->> 'changed' + ifnull(c.counts ->> 'changed', 0) + ifnull(NEW.counts ->> 'changed', 0)
        - ifnull(OLD.counts ->> 'changed', 0),
      'deleted', NEW.written ->> 'deleted' + ifnull(c.counts ->> 'deleted', 0) + ifnull(NEW.counts ->> 'deleted', 0)
        - ifnull(OLD.counts ->> 'deleted', 0))
    FROM change_chunks c WHERE c.change_id = NEW.id AND c.n = OLD.done)
  WHERE id = NEW.id;
END;

-- Changes that were applied, or begun, before this migration, if their chunks are still there.
UPDATE changes SET planned = known.planned, written = known.written
FROM (
  SELECT change_id,
    json_object('created', ifnull(sum(c.counts ->> 'created'), 0), 'changed', ifnull(sum(c.counts ->> 'changed'), 0),
      'deleted', ifnull(sum(c.counts ->> 'deleted'), 0), 'unchanged', ifnull(sum(c.counts ->> 'unchanged'), 0),
      'invalid', ifnull(sum(c.counts ->> 'invalid'), 0), 'conflicts', ifnull(sum(c.counts ->> 'conflicts'), 0)) AS planned,
    -- Conflicts were found in applied chunks alone, so that the others still hold what was planned.
    json_object(
      'created', ifnull(h.counts ->> 'created', 0) - ifnull(sum(iif(applied_by IS NULL, c.counts ->> 'created', 0)), 0),
      'changed', ifnull(h.counts ->> 'changed', 0) - ifnull(sum(iif(applied_by IS NULL, c.counts ->> 'changed', 0)), 0),
      'deleted', ifnull(h.counts ->> 'deleted', 0) - ifnull(sum(iif(applied_by IS NULL, c.counts ->> 'deleted', 0)), 0)) AS written
  FROM changes h JOIN change_chunks c ON c.change_id = h.id
  WHERE h.state IN ('applying', 'applied', 'stopped', 'undoing', 'undone')
  -- An import may get further chunks, and has planned what it has written.
  GROUP BY h.id HAVING count(*) = h.chunks AND NOT max(applied_by IS 'import')
) known
WHERE id = known.change_id;

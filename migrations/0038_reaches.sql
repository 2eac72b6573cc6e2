-- Changes and checks as callers see them who are limited to some hostnames (contract 27.11 and 27.12).

-- The hostnames that whoever made it was limited to, as JSON; null for no limit. It reads and writes within them.
ALTER TABLE changes ADD COLUMN reach TEXT;
ALTER TABLE checks ADD COLUMN reach TEXT;
-- The hostnames that its rows name, sorted, as JSON. Those of a change are null until all its rows are planned.
ALTER TABLE changes ADD COLUMN hosts TEXT;
ALTER TABLE checks ADD COLUMN hosts TEXT;
-- Chunks of a change, and URLs of a check, whose hostnames are known. Those that an earlier version of the Worker writes
-- are not: the change or check is then nobody's who has a limit.
ALTER TABLE changes ADD COLUMN named INTEGER NOT NULL DEFAULT 0;
ALTER TABLE checks ADD COLUMN named INTEGER NOT NULL DEFAULT 0;

-- Whoever sees a change or check has the first of its hostnames.
CREATE INDEX changes_by_host ON changes (workspace_id, coalesce(hosts, reach) ->> 0, id);
CREATE INDEX checks_by_host ON checks (workspace_id, coalesce(hosts, reach) ->> 0, id);

-- An earlier version of the Worker knows no limit. Its leases have other names, and it gets none of what has one.
CREATE TRIGGER changes_reach BEFORE UPDATE OF lease ON changes
WHEN NEW.reach IS NOT NULL AND NEW.lease NOT LIKE 'reach:%'
BEGIN
  SELECT RAISE(IGNORE);
END;
CREATE TRIGGER checks_reach BEFORE UPDATE OF lease ON checks
WHEN NEW.reach IS NOT NULL AND NEW.lease NOT LIKE 'reach:%'
BEGIN
  SELECT RAISE(IGNORE);
END;

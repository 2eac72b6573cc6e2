-- A file that ends with its claim, or because the hostname passes, has an entry in the history of the hostname
-- (contract 35.18), for every way in which that happens. The triggers of 0054 delete the files after these.
CREATE TRIGGER hosts_files_pass_noted BEFORE UPDATE OF host ON hosts
WHEN NEW.host <> OLD.host AND NEW.waiting_since IS NOT NULL
BEGIN
  INSERT INTO host_history (id, workspace_id, host, held, reason, actor_id, actor_name, source, created_at, file)
  SELECT substr(t, 1, 8) || '-' || substr(t, 9) || '-7' || substr(r, 1, 3) || '-8' || substr(r, 4, 3) || '-' || substr(r, 7, 12),
    OLD.workspace_id, OLD.name, 0, 'file', '', 'Signpost', 'system', ms, file
  FROM (
    SELECT ms, printf('%012x', ms) AS t, lower(hex(randomblob(9))) AS r, json_object(
      'name', replace(substr(name, length(OLD.name) + 2), '.well-known/', ''),
      'old', json_object('type', type, 'size', iif(type LIKE 'image/%' AND type <> 'image/svg+xml',
        length(html) / 4 * 3 - (html LIKE '%=') - (html LIKE '%=='), length(CAST(html AS BLOB)))),
      'new', NULL) AS file
    FROM pages, (SELECT max(value, CAST(unixepoch('subsec') * 1000 AS INTEGER)) AS ms FROM sequence)
    WHERE workspace_id = OLD.workspace_id AND name > OLD.name || '/' AND name < OLD.name || '0');
END;

CREATE TRIGGER hosts_files_end_noted BEFORE DELETE ON hosts
BEGIN
  INSERT INTO host_history (id, workspace_id, host, held, reason, actor_id, actor_name, source, created_at, file)
  SELECT substr(t, 1, 8) || '-' || substr(t, 9) || '-7' || substr(r, 1, 3) || '-8' || substr(r, 4, 3) || '-' || substr(r, 7, 12),
    OLD.workspace_id, OLD.name, 0, 'file', '', 'Signpost', 'system', ms, file
  FROM (
    SELECT ms, printf('%012x', ms) AS t, lower(hex(randomblob(9))) AS r, json_object(
      'name', replace(substr(name, length(OLD.name) + 2), '.well-known/', ''),
      'old', json_object('type', type, 'size', iif(type LIKE 'image/%' AND type <> 'image/svg+xml',
        length(html) / 4 * 3 - (html LIKE '%=') - (html LIKE '%=='), length(CAST(html AS BLOB)))),
      'new', NULL) AS file
    FROM pages, (SELECT max(value, CAST(unixepoch('subsec') * 1000 AS INTEGER)) AS ms FROM sequence)
    WHERE workspace_id = OLD.workspace_id AND name > OLD.name || '/' AND name < OLD.name || '0');
END;

-- A check to which DNS gave no answer says nothing: its hostname is not known to be wrong. Other scopes than DNS say nothing either.
DROP TRIGGER hosts_count;
ALTER TABLE hosts DROP COLUMN dns_wrong;
ALTER TABLE hosts ADD COLUMN dns_wrong INTEGER AS (
  correct = 0 AND instr(errors, '"scope":"dns"') > 0
  AND instr(errors, '"code":"timeout"') + instr(errors, '"code":"unreachable"') + instr(errors, '"code":"malformed"') = 0
);

CREATE TRIGGER hosts_count AFTER UPDATE OF correct, errors, short_urls, qr_codes, redirects, migrations ON hosts
BEGIN
  INSERT INTO record_counts (workspace_id, kind, value, count)
  SELECT NEW.workspace_id, 'sum', s.column1, s.column2 FROM (VALUES
    ('hosts', (NEW.record_count > 0) - (OLD.record_count > 0)),
    ('dns_issue', iif(NEW.dns_wrong, NEW.record_count, 0) - iif(OLD.dns_wrong, OLD.record_count, 0))
  ) s WHERE s.column2 <> 0
  ON CONFLICT (workspace_id, kind, value) DO UPDATE SET count = count + excluded.count;
END;

DELETE FROM record_counts WHERE kind = 'sum' AND value = 'dns_issue';
INSERT INTO record_counts (workspace_id, kind, value, count)
SELECT workspace_id, 'sum', 'dns_issue', sum(record_count) FROM hosts WHERE dns_wrong AND record_count > 0 GROUP BY 1;

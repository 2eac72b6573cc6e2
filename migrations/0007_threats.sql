-- Destinations that are reported as dangerous: an object from URL to the kind of threat.
ALTER TABLE records ADD COLUMN threats TEXT NOT NULL DEFAULT '{}';
CREATE INDEX records_with_threats ON records (id) WHERE threats <> '{}';

-- Where the round over all records stands: behind this row, or over where it is null.
CREATE TABLE threat_round (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  after_row INTEGER,
  started_at INTEGER NOT NULL
);
INSERT INTO threat_round (id, after_row, started_at) VALUES (1, NULL, 0);

-- The jobs that a message has, so that one runs at a time. `holder` names the message, and then its consumer.
CREATE TABLE job_leases (
  job TEXT PRIMARY KEY,
  holder TEXT NOT NULL,
  leased_until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The missed paths of one hostname in the order of a list: for a filter, and for a caller who is limited to some
-- hostnames (contract 27.7), who reads no row of another.
CREATE INDEX misses_by_host_visits ON misses (workspace_id, host, visits);
CREATE INDEX misses_by_host_moment ON misses (workspace_id, host, last_at);

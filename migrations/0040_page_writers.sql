-- Who stored the content of a page: a token, or a member who calls without one (contract 27.9).
ALTER TABLE pages ADD COLUMN stored_by TEXT;
-- The `updated_at` of that content. An earlier version of the Worker writes neither column: what it stores is nobody's.
ALTER TABLE pages ADD COLUMN stored_at INTEGER;

-- The pages that the undo of the chunk shows again, as JSON: a list of hostname, name, and `updated_at` of the page when
-- the chunk was applied (contract 28.22). Null for none, and for chunks that an earlier version of the Worker applied.
ALTER TABLE change_chunks ADD COLUMN pages TEXT;
CREATE INDEX change_chunks_with_pages ON change_chunks (change_id) WHERE pages IS NOT NULL;
-- Changes whose undo data is kept.
CREATE INDEX changes_kept ON changes (workspace_id) WHERE bytes > 0;

-- For how long a workspace keeps its clicks: '30d' to '13m' as it was written, null for 13 months.
ALTER TABLE workspaces ADD COLUMN retention TEXT;
-- The same in days.
ALTER TABLE workspaces ADD COLUMN retention_days INTEGER NOT NULL DEFAULT 397;

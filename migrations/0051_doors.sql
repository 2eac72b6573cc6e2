-- The foreign APIs that a workspace has switched on, with commas between their names, or null for none.
ALTER TABLE workspaces ADD COLUMN doors TEXT;

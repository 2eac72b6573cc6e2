-- Named UTM values of a workspace, as JSON, or null for none.
ALTER TABLE workspaces ADD COLUMN utm_templates TEXT;

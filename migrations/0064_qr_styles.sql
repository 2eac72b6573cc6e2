-- Named QR styles of a workspace, as JSON, or null for none.
ALTER TABLE workspaces ADD COLUMN qr_styles TEXT;

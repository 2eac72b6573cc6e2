-- What visitors see of a workspace, and of a hostname over it (contract 33): JSON objects, null for none.
ALTER TABLE workspaces ADD COLUMN branding TEXT;
ALTER TABLE workspaces ADD COLUMN own_pages TEXT;
ALTER TABLE hosts ADD COLUMN branding TEXT;
ALTER TABLE hosts ADD COLUMN own_pages TEXT;

-- Whether `alias+` is 404.
ALTER TABLE hosts ADD COLUMN preview_off INTEGER NOT NULL DEFAULT 0;
ALTER TABLE records ADD COLUMN preview_off INTEGER NOT NULL DEFAULT 0;

-- Stored files are pages or logos. `html` has the text of a page or SVG picture, and a PNG picture as base64.
ALTER TABLE pages ADD COLUMN type TEXT NOT NULL DEFAULT 'text/html';

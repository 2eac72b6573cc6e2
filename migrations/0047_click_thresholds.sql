-- At how many clicks of a day a workspace is told of a record: numbers with commas between them, or null for none.
ALTER TABLE workspaces ADD COLUMN click_thresholds TEXT;

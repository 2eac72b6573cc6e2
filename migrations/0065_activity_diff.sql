-- JSON: {"old", "new"} of the changed limits of a member; null for none, and of entries of earlier releases.
ALTER TABLE activity ADD COLUMN diff TEXT;

-- Finds the workspaces that have switched a door on, of which most installations have few.
CREATE INDEX workspaces_with_doors ON workspaces (doors) WHERE doors IS NOT NULL;

/** Rows of an installation with one link and its history. */
export const SMALL_INSTALLATION = `
  INSERT INTO workspaces (id, name, plan, number, created_at, updated_at) VALUES ('w', 'Acme', 'pro', 3, 1, 2);
  INSERT INTO users (id, name, created_at) VALUES ('u', 'Ada', 1);
  INSERT INTO memberships (workspace_id, user_id, role, created_at) VALUES ('w', 'u', 'owner', 1);
  INSERT INTO hosts (host, workspace_id, domain, tld, connected_via, connected_at, created_by, created_at, updated_at)
    VALUES ('go.example.com', 'w', 'example.com', 'com', 'api', 0, 'u', 0, 0);
  INSERT INTO records (row, id, workspace_id, handler, runtime, host, source_kind, source, slot, type, tags, created_by,
      created_via, created_at, updated_at)
    VALUES ((3 << 32) + 1, 'r', 'w', 'short-url', 'link', 'go.example.com', 'exact', '/1', 'p/1', '302', '[]', 'u', 'api',
      0, 0);
  INSERT INTO history VALUES ('h', 'r', '{}', '{}', '', '', 'api', 0, NULL);`;

/** Rows of a workspace with a hostname and a link that has a tag, in an installation with others. @param number its own */
export const smallWorkspace = (name: string, number: number) => `
  INSERT INTO workspaces (id, name, plan, number, created_at, updated_at) VALUES ('${name}', '${name}', 'pro', ${number}, 1, 2);
  INSERT INTO users (id, name, created_at) VALUES ('u-${name}', 'Ada', 1);
  INSERT INTO memberships (workspace_id, user_id, role, created_at) VALUES ('${name}', 'u-${name}', 'owner', 1);
  INSERT INTO hosts (host, workspace_id, domain, tld, connected_via, connected_at, created_by, created_at, updated_at)
    VALUES ('${name}.example', '${name}', '${name}.example', 'example', 'api', 0, 'u-${name}', 0, 0);
  INSERT INTO records (row, id, workspace_id, handler, runtime, host, source_kind, source, slot, type, tags, created_by,
      created_via, created_at, updated_at)
    VALUES ((${number} << 32) + 1, 'r-${name}', '${name}', 'short-url', 'link', '${name}.example', 'exact', '/1', 'p/1', '302',
      '["News"]', 'u-${name}', 'api', 0, 0);`;
